// A shop's agent that settles several wishes of one customer. Orders, items, amounts and payment methods of earlier results are needed later.

import { random } from "../../../tests/support/random.mjs";
import { Talk } from "./talk.mjs";

const PROMPT =
  "You help the customers of a shop. First find the customer by email. You may exchange or return items of delivered orders. Say what " +
  "you will do, with the amount and the payment method, and wait for a yes before you change anything. Settle one order at a time.";
const LEAST_ORDERS = 3;
const NAMES = ["ann", "ben", "chloe", "dmitri", "eun", "farah", "george", "hana"];
const GOODS = [
  "desk lamp",
  "backpack",
  "kettle",
  "running shoes",
  "keyboard",
  "tent",
  "blender",
  "wall clock",
  "bicycle helmet",
  "speaker",
];
const COLOURS = ["black", "white", "red", "blue", "olive"];
const ORDINALS = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh"];
const SIZES = ["small", "medium", "large"];

/**
 * @param {number} seed
 * @returns {{ id: string, messages: object[] }} in the form of OpenAI's chat API
 */
export function serviceCall(seed) {
  const chance = random(seed);
  const customer = customerOf(chance);
  const talk = new Talk(PROMPT);
  talk.user(`Hi, there are a few things with my last orders. My email is ${customer.email}.`);
  talk.call("find_customer", { email: customer.email }, customer.id);
  talk.call("get_customer", { customer_id: customer.id }, JSON.stringify(profile(customer)));
  talk.answer(`Thank you, I have found you. I see ${customer.orders.length} orders. Which one shall we look at first?`);
  for (const [index, order] of customer.orders.entries()) settle(talk, customer, order, index, chance);
  talk.user("And send me a summary of all that, please, with what comes back to which card.");
  const lines = customer.orders.map(({ id, refund, payment }) => `${id}: $${refund} to ${payment}`);
  talk.call("send_mail", { customer_id: customer.id, to: customer.email, lines }, "sent");
  talk.answer(`I have sent it to ${customer.email}:\n${lines.join("\n")}`);
  return { id: `service ${seed}`, messages: talk.messages };
}

function customerOf(chance) {
  const name = chance.pick(NAMES);
  const number = 1_000 + chance.below(9_000);
  const payments = ["credit_card", "gift_card", "paypal"].map((kind) => `${kind}_${1_000_000 + chance.below(9_000_000)}`);
  const orders = Array.from({ length: LEAST_ORDERS + chance.below(ORDINALS.length - LEAST_ORDERS + 1) }, () => orderOf(chance, payments));
  return {
    id: `${name}_${number}`,
    email: `${name}${number}@example.com`,
    payments,
    orders,
    street: `${1 + chance.below(900)} Elm Street`,
  };
}

function orderOf(chance, payments) {
  const items = Array.from({ length: 2 + chance.below(3) }, () => variant(chance, chance.pick(GOODS)));
  return {
    id: `W${1_000_000 + chance.below(9_000_000)}`,
    items,
    payment: chance.pick(payments),
    refund: `${5 + chance.below(200)}.${10 + chance.below(90)}`,
  };
}

function variant(chance, name) {
  const item_id = String(1_000_000_000 + chance.below(2 ** 30));
  const price = 20 + chance.below(30_000) / 100;
  return {
    name,
    item_id,
    product_id: `P${100_000 + chance.below(900_000)}`,
    price,
    options: { colour: chance.pick(COLOURS), size: chance.pick(SIZES) },
  };
}

function profile({ id, email, payments, orders, street }) {
  return {
    customer_id: id,
    email,
    address: { street, city: "Springfield" },
    payment_methods: payments,
    orders: orders.map((order) => order.id),
  };
}

/** Settles one order: look at it, look for another variant of an item, agree, exchange it. */
function settle(talk, customer, order, index, chance) {
  const item = chance.pick(order.items);
  const { id, payment, refund } = order;
  const wishes = [
    `the ${item.name} came in the wrong colour`,
    `I want another size of the ${item.name}`,
    `the ${item.name} is too dear, is there a cheaper one`,
  ];
  talk.user(`${index === 0 ? "First" : "Next"}: in the ${ORDINALS[index]} one, ${chance.pick(wishes)}?`);
  talk.call("get_order", { order_id: id }, JSON.stringify({ order_id: id, status: "delivered", items: order.items, paid_with: payment }));
  const others = Array.from({ length: 6 + chance.below(10) }, () => ({
    ...variant(chance, item.name),
    product_id: item.product_id,
    available: chance.chance(0.7),
  }));
  talk.call(
    "get_product",
    { product_id: item.product_id },
    JSON.stringify({ product_id: item.product_id, name: item.name, variants: others }),
  );
  const other = chance.pick(others);
  const { colour, size } = other.options;
  talk.answer(
    `There is one in ${colour}, ${size}, for $${other.price}. I would exchange it, and $${refund} goes back to ${payment}. Is that all right?`,
  );
  talk.user(chance.pick(["Yes, please do that.", "Fine, go ahead.", "Yes. And then the next one."]));
  const change = { order_id: id, item_ids: [item.item_id], new_item_ids: [other.item_id], payment_method_id: payment };
  talk.call("exchange_items", change, JSON.stringify({ ...change, status: "exchange requested", refund }));
  talk.answer(`Done: the exchange in order ${id} is requested, and $${refund} comes back.`);
  if (index === 0 || chance.chance(0.4)) return;
  const earlier = chance.pick(customer.orders.slice(0, index));
  talk.user(`Has the exchange of the ${ORDINALS[customer.orders.indexOf(earlier)]} order left already?`);
  talk.call(
    "get_shipment",
    { order_id: earlier.id },
    JSON.stringify({ order_id: earlier.id, tracking: `TRK${chance.below(1e9)}`, to: customer.street, status: "packed" }),
  );
  talk.answer(`The exchange of ${earlier.id} is packed, and goes to ${customer.street}.`);
}
