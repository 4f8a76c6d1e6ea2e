// The server's half.

import { renderToString } from "react-dom/server";
import { View } from "./view.jsx";

export const render = (conversation) => renderToString(<View conversation={conversation} />);
