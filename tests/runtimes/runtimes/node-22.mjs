import { ofNode } from "./of-node.mjs";

export const runtime = ofNode(22);
