const { probe } = require("./probe.cjs");

probe().then((answer) => console.log(`answer: ${answer}`));
