// The conversation that the page begins with.

/** The initial window in tokens. The sample fits into it. */
export const WINDOW = 600;

const TRAINS = `Oslo S to Bergen, Friday
06:25  arrives 13:00   549 kr   41 seats
08:25  arrives 15:02   829 kr    6 seats
12:03  arrives 18:41   699 kr   87 seats
15:43  arrives 22:35   459 kr  112 seats
Saver fares cannot be changed. Bicycles need a place of their own on this line.`;

const SEAT = `Booked: train 08:25, coach 4, seat 12A (window)
Reference NQ7-338, 829 kr, ticket sent by mail`;

const call = (id, name, args) => ({ role: "assistant", content: null, toolCalls: [{ id, name, arguments: args }] });
const result = (toolCallId, content) => ({ role: "tool", toolCallId, content });

/** @type {import("backscroll").MessageInit[]} */
export const SAMPLE = [
  { role: "system", content: "You help people to travel in Norway. Be brief." },

  { role: "user", content: "Is there a train from Oslo to Bergen on Friday, before noon?" },
  call("call_1", "find_trains", '{"from": "Oslo S", "to": "Bergen", "day": "Friday"}'),
  result("call_1", TRAINS),
  { role: "assistant", content: "Two: the 06:25 is there at 13:00 for 549 kr, and the 08:25 at 15:02 for 829 kr." },

  { role: "user", content: "Take the later one, a window seat if you can." },
  call("call_2", "book_seat", '{"train": "08:25", "seat": "window"}'),
  result("call_2", SEAT),
  { role: "assistant", content: "Booked: coach 4, seat 12A at the window. Your reference is NQ7-338." },

  { role: "user", content: "Will I need an umbrella when I arrive?" },
  call("call_3", "weather", '{"city": "Bergen", "at": "Friday 15:00"}'),
  result("call_3", "Bergen, Friday 15:00: rain, 11 degrees, fresh wind from the south-west"),
  { role: "assistant", content: "Yes. It will rain, with wind: a jacket with a hood serves you better." },

  { role: "user", content: "And what is there to do in Bergen on a rainy evening?" },
];
