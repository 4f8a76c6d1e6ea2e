"use client";

import { useEffect } from "react";
import { probe } from "../probe.mjs";

export default function Page() {
  useEffect(() => {
    probe().then(
      (answer) => (globalThis.answer = answer),
      (error) => (globalThis.trouble = String(error.stack ?? error)),
    );
  }, []);
  return <p>probe</p>;
}
