module.exports = { testMatch: ["**/*.test.cjs", "**/*.test.mjs"], transform: {}, testTimeout: 60_000 };
