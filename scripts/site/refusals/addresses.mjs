// The addresses of the pages of refusals. The page for refused requests links to them.

import GithubSlugger from "github-slugger";
import { plain } from "../html.mjs";
import { LABELS } from "./labels.mjs";
import { PROVIDERS } from "./providers.mjs";

/** The path of a page below the site's root, made of its short title. */
export const pathOf = (folder, label) =>
  `refusals/${folder}/${new GithubSlugger().slug(plain(label).replace(/[_.$/[\]]+/g, " ")).replace(/-+/g, "-")}.html`;

/** The path of a rule's page below the site's root. */
export const pathOfRule = ({ id, target }) => pathOf(PROVIDERS[target].folder, LABELS[id]);
