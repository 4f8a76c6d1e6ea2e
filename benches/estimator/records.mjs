/**
 * Results of tools as services return them: records of people, orders, tickets, files and journeys, with many different names and words.
 * The two sides of the split have other records, fields and seeds.
 */
import path from "node:path";
import { pathToFileURL } from "node:url";
import { fetchSources, folderOf } from "./fetch.mjs";
import { FAKER } from "./sources.mjs";

fetchSources();
const { faker: f } = await import(pathToFileURL(path.join(folderOf(FAKER), "dist", "index.js")).href);

const RECORDS = 120;
const some = (most, make) => Array.from({ length: f.number.int({ min: 1, max: most }) }, make);

const MAKERS = {
  train: {
    customers: () => ({
      customer_id: f.string.alphanumeric(10),
      first_name: f.person.firstName(),
      last_name: f.person.lastName(),
      email: f.internet.email(),
      phone: f.phone.number(),
      address: {
        street: f.location.streetAddress(),
        city: f.location.city(),
        state: f.location.state({ abbreviated: true }),
        zip: f.location.zipCode(),
        country: f.location.country(),
      },
      loyalty_points: f.number.int(9_000),
      member_since: f.date.past().toISOString().slice(0, 10),
      newsletter: f.datatype.boolean(),
    }),
    orders: () => ({
      order_number: `ORD-${f.number.int({ min: 10_000, max: 999_999 })}`,
      items: some(4, () => ({
        name: f.commerce.productName(),
        sku: f.string.alphanumeric({ length: 8, casing: "upper" }),
        department: f.commerce.department(),
        unit_price: Number(f.commerce.price()),
        quantity: f.number.int({ min: 1, max: 9 }),
      })),
      payment_method: f.helpers.arrayElement(["credit_card", "paypal", "gift_card"]),
      shipping_status: f.helpers.arrayElement(["pending", "in_transit", "delivered"]),
      placed_at: f.date.recent().toISOString(),
    }),
    flights: () => ({
      flightNumber: `${f.airline.airline().iataCode}${f.airline.flightNumber({ addLeadingZeros: true })}`,
      airline: f.airline.airline().name,
      from: f.airline.airport().iataCode,
      to: f.airline.airport().iataCode,
      aircraft: f.airline.airplane().name,
      gate: `${f.string.alpha({ casing: "upper" })}${f.number.int(60)}`,
      departs: f.date.soon().toISOString(),
      seats: { business: f.number.int(20), economy: f.number.int(200) },
      fare: { currency: f.finance.currencyCode(), amount: f.number.int(2_000) },
    }),
    payments: () => ({
      transaction_id: f.string.uuid(),
      account: f.finance.accountNumber(),
      iban: f.finance.iban(),
      amount: Number(f.finance.amount()),
      currency: f.finance.currencyCode(),
      description: f.finance.transactionDescription(),
      kind: f.finance.transactionType(),
      settled: f.datatype.boolean(),
    }),
    commits: () => ({
      sha: f.git.commitSha(),
      author: { name: f.person.fullName(), login: f.internet.username() },
      message: f.git.commitMessage(),
      branch: f.git.branch(),
      date: f.git.commitDate(),
      files: some(5, () => ({ filename: f.system.filePath(), additions: f.number.int(200), deletions: f.number.int(90) })),
    }),
    notes: () => ({
      title: f.lorem.words(4),
      kind: f.hacker.noun(),
      text: f.hacker.phrase(),
      tags: some(4, () => f.word.noun()),
      quote: `${f.word.adjective()} ${f.word.noun()} ${f.word.verb()}`,
    }),
  },
  test: {
    bookings: () => ({
      reservation_id: f.airline.recordLocator(),
      user_id: `${f.person.firstName()}_${f.person.lastName()}_${f.number.int(9_999)}`.toLowerCase(),
      origin: f.airline.airport().iataCode,
      destination: f.airline.airport().iataCode,
      cabin: f.airline.aircraftType(),
      passengers: some(3, () => ({
        given_name: f.person.firstName(),
        surname: f.person.lastName(),
        birth_date: f.date.birthdate().toISOString().slice(0, 10),
        seat: f.airline.seat(),
      })),
      total_baggages: f.number.int(5),
      insurance: f.helpers.arrayElement(["yes", "no"]),
    }),
    books: () => ({
      isbn: f.commerce.isbn(),
      title: f.book.title(),
      author: f.book.author(),
      publisher: f.book.publisher(),
      genre: f.book.genre(),
      price_usd: f.number.float({ max: 90, fractionDigits: 2 }),
      in_stock: f.datatype.boolean(),
    }),
    servers: () => ({
      host: f.internet.domainName(),
      ip: f.internet.ipv4(),
      mac: f.internet.mac(),
      port: f.internet.port(),
      user_agent: f.internet.userAgent(),
      uptime_seconds: f.number.int(9_000_000),
      url: f.internet.url(),
      last_error: f.hacker.phrase(),
    }),
    companies: () => ({
      company: f.company.name(),
      slogan: f.company.catchPhrase(),
      contact: { title: f.person.jobTitle(), bio: f.person.bio(), timezone: f.location.timeZone() },
      coordinates: { latitude: f.location.latitude(), longitude: f.location.longitude() },
      foundedYear: f.number.int({ min: 1900, max: 2025 }),
    }),
  },
};

/** @returns {import("./documents.mjs").Document[]} */
export const recordDocuments = () =>
  Object.entries(MAKERS).flatMap(([split, makers]) =>
    Object.entries(makers).map(([name, make], index) => {
      f.seed(split === "train" ? 100 + index : 200 + index);
      f.setDefaultRefDate("2026-01-01T00:00:00.000Z");
      return { category: "JSON compact", source: `records: ${name}`, split, text: JSON.stringify(Array.from({ length: RECORDS }, make)) };
    }),
  );
