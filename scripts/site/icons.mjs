// The mark, and icons of one stroke.

const icon = (shapes) => `<svg class="i" viewBox="0 0 16 16" aria-hidden="true">${shapes}</svg>`;

export const ICONS = {
  search: icon('<circle cx="7" cy="7" r="4.5"/><path d="m10.500 10.500 3 3"/>'),
  lock: icon('<rect x="3" y="7" width="10" height="6.500" rx="1.500"/><path d="M5.200 7V5a2.800 2.800 0 0 1 5.600 0v2"/>'),
  menu: icon('<path d="M2.500 4.500h11M2.500 8h11M2.500 11.500h11"/>'),
  theme: icon('<circle cx="8" cy="8" r="5.500"/><path d="M8 2.500v11a5.500 5.500 0 0 0 0-11Z" fill="currentColor"/>'),
};

export const MARK =
  '<svg class="mark" viewBox="0 0 24 24" aria-hidden="true"><g class="l"><rect x="1.500" y="3" width="13" height="2.600" rx="1"/><rect x="1.500" y="8.100" width="13" height="2.600" rx="1"/><rect x="1.500" y="13.200" width="13" height="2.600" rx="1"/><rect x="1.500" y="18.300" width="7.500" height="2.600" rx="1"/></g><rect class="r" x="18" y="3" width="4" height="17.900" rx="2"/><rect class="t" x="18" y="3" width="4" height="9" rx="2"/></svg>';
