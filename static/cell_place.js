// Puts the panel of a pressed cell beside the cell's row, never over it, and where there is more room.
// Without a cell (`td`) it stays where the page has it.

const GAP = 10; // between the row and the panel

export function placeBeside(holder, panel, td) {
  holder.classList.toggle("floats", Boolean(td));
  if (!td) return;
  const row = td.parentElement.getBoundingClientRect();
  const cell = td.getBoundingClientRect();
  const table = td.closest("table");
  const area = table.closest(".sheet").getBoundingClientRect();
  const names = table.querySelector("tbody th").getBoundingClientRect();
  const width = document.documentElement.clientWidth;
  const isNarrow = width < 640;
  const first = isNarrow || !td.closest(".chart") ? 8 : names.right + 4;
  const most = isNarrow || !td.closest(".chart") ? width - 8 : Math.max(area.right, first + 300);
  holder.style.width = isNarrow ? `${width - 16}px` : "";
  holder.style.maxWidth = `min(${most - first}px, 37rem)`;
  panel.style.maxHeight = "";
  const size = panel.getBoundingClientRect();
  const below = innerHeight - row.bottom - GAP * 1.5;
  const above = row.top - GAP * 1.5;
  const isBelow = size.height <= below || (size.height > above && below >= above);
  const height = Math.min(size.height, Math.max(isBelow ? below : above, 160));
  panel.style.maxHeight = `${height}px`;
  const middle = (cell.left + cell.right) / 2;
  const left = Math.max(first, Math.min(middle - size.width / 2, most - size.width));
  const top = isBelow ? row.bottom + GAP : row.top - GAP - height;
  const origin = holder.offsetParent.getBoundingClientRect();
  holder.style.left = `${left - origin.left}px`;
  holder.style.top = `${top - origin.top}px`;
  holder.style.setProperty("--notch", `${middle - left}px`);
  holder.classList.toggle("above", !isBelow);
}
