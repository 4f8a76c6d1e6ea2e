"use client";

import { useEffect } from "react";
import { probe } from "../probe.mjs";
import { show } from "../show.mjs";

export default function Page() {
  useEffect(() => show(probe()), []);
  return <p>probe</p>;
}
