import { fireEvent, render } from "@testing-library/react";
import { expect, it } from "vitest";
import { PetAvatar } from "./pet-avatar.tsx";

const pictureIn = (place: HTMLElement) => place.querySelector("img");
const drawing = '[viewBox="-76 -70 152 152"]';

it("is drawn until the pet's picture has come", () => {
  const { container, rerender } = render(<PetAvatar src="/rex.webp" species="dog" />);
  expect(pictureIn(container)?.hidden).toBe(true);
  expect(container.querySelector(drawing)).not.toBeNull();
  fireEvent.load(pictureIn(container) as HTMLElement);
  expect(pictureIn(container)?.hidden).toBe(false);
  expect(container.querySelector(drawing)).toBeNull();
  rerender(<PetAvatar src="/bella.webp" species="dog" />);
  expect(pictureIn(container)?.hidden).toBe(true);
  expect(container.querySelector(drawing)).not.toBeNull();
});

it("stays drawn where the picture can't be shown, and where there is none", () => {
  const { container, rerender } = render(<PetAvatar src="/gone.webp" species="dog" />);
  fireEvent.error(pictureIn(container) as HTMLElement);
  expect(pictureIn(container)?.hidden).toBe(true);
  expect(container.querySelector(drawing)).not.toBeNull();
  rerender(<PetAvatar species="cat" />);
  expect(pictureIn(container)).toBeNull();
  expect(container.querySelector('[viewBox="-74 -84 148 148"]')).not.toBeNull();
});

it("is no dog's face where nobody said that the pet is a dog", () => {
  const { container, rerender } = render(<PetAvatar species={null} />);
  expect(container.querySelector(drawing)).toBeNull();
  rerender(<PetAvatar species="rabbit" />);
  expect(container.querySelector(drawing)).toBeNull();
});
