/**
 * A page without https has no clipboard of its own, but the copy command may give it a text. @returns false where the
 * browser refuses both: page not focused, or click too long ago
 */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyByCommand(text);
  }
}

function copyByCommand(text: string): boolean {
  let isTaken = false;
  const give = (event: ClipboardEvent) => {
    event.clipboardData?.setData("text/plain", text);
    isTaken = event.clipboardData !== null;
    event.preventDefault();
    // Other listeners would take it for a copy by hand.
    event.stopImmediatePropagation();
  };
  // Safari copies only where something is selected. A field would take the focus out of a dialog.
  const selected = document.createElement("span");
  selected.textContent = text;
  selected.style.cssText =
    "position: fixed; opacity: 0; user-select: text; -webkit-user-select: text; white-space: pre";
  document.body.append(selected);
  const selection = getSelection();
  const before = selection !== null && selection.rangeCount > 0 ? selection.getRangeAt(0) : null;
  selection?.selectAllChildren(selected);
  document.addEventListener("copy", give, { capture: true });
  try {
    return document.execCommand("copy") && isTaken;
  } catch {
    return false;
  } finally {
    document.removeEventListener("copy", give, { capture: true });
    selected.remove();
    selection?.removeAllRanges();
    if (before !== null) selection?.addRange(before);
  }
}
