// The page's half. The tests reach the conversation and the root by these names.

import { ConversationManager } from "backscroll";
import { StrictMode, createElement } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { View, renders } from "./view.jsx";

const place = document.getElementById("place");

Object.assign(window, {
  ConversationManager,
  renders,
  /** Renders into the place; what a server wrote there is taken over. */
  show: (conversation, { html, isStrict = false } = {}) => {
    const view = createElement(View, { conversation });
    const whole = isStrict ? createElement(StrictMode, null, view) : view;
    if (html === undefined) {
      window.root = createRoot(place);
      window.root.render(whole);
    } else {
      place.innerHTML = html;
      window.root = hydrateRoot(place, whole);
    }
  },
  /** Waits until React has rendered. */
  rendered: () => new Promise((resolve) => setTimeout(resolve, 50)),
});
