// Signs on buttons, drawn, since not every font has them.

const PATHS = {
  first: "M5 4v16M19 5l-10 7 10 7z",
  back: "M17 5 7 12l10 7z",
  forward: "M7 5l10 7-10 7z",
  last: "M19 4v16M5 5l10 7-10 7z",
  flip: "M8 20V5M4 9l4-4 4 4M16 4v15M12 15l4 4 4-4",
};

export function Icon({ name }: { name: keyof typeof PATHS }) {
  const filled = name === "flip" ? "none" : "currentColor";
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={PATHS[name]} fill={filled} stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" />
    </svg>
  );
}
