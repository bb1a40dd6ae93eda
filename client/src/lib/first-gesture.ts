const gestures = ["pointerdown", "keydown"] as const;

/** @returns a function that ends the waiting */
export function onFirstGesture(begin: () => void): () => void {
  const end = () => {
    for (const gesture of gestures) removeEventListener(gesture, onGesture, true);
  };
  const onGesture = () => {
    end();
    begin();
  };
  for (const gesture of gestures) addEventListener(gesture, onGesture, true);
  return end;
}
