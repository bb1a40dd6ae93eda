import { z } from "zod";
import { limits } from "../limits.ts";
import { lastToday } from "../pet-profile.ts";
import { route } from "../route.ts";
import { doneResponse, id, optionalText, timestamp } from "./common.ts";

/** The longer side has 480 and 1,600 pixels at most. */
export const photoSize = z.enum(["small", "large"]);
export type PhotoSize = z.output<typeof photoSize>;

const FIRST_PHOTO = "1826-01-01";

const takenOn = z.iso
  .date("Please enter the day as year, month and day")
  .refine((day) => day >= FIRST_PHOTO, "There were no photos before 1826")
  .refine((day) => day <= lastToday(), "A photo can't be from the future");

export const photo = z.object({
  id,
  agentId: id,
  caption: z.string().meta({ examples: ["Biscuit swims in the lake."] }),
  /** Null where nobody knows. */
  takenOn: z.iso.date().nullable(),
  /** Of the larger size, in pixels. */
  width: z.number().int(),
  height: z.number().int(),
  /** The diary question whose answer it belongs to. */
  questionId: id.nullable(),
  /** The memory of the pet that it belongs to. */
  memoryId: id.nullable(),
  /** Null where the account is gone. */
  addedBy: z
    .string()
    .nullable()
    .meta({ examples: ["Robin"] }),
  createdAt: timestamp,
});
export type Photo = z.output<typeof photo>;

const petId = z.object({ id });
const photoId = z.object({ id });

export const listPhotos = route({
  method: "GET",
  path: "/api/agents/:id/photos",
  summary: "A pet's photos, the newest first",
  params: petId,
  response: z.array(photo),
});

export const addPhoto = route({
  method: "POST",
  path: "/api/agents/:id/photos",
  summary: "Add a photo of the pet; only its pixels are kept, and the day on which the camera took it",
  params: petId,
  upload: { field: "photo", maxBytes: limits.photoBytes, accepts: "JPEG, PNG or WebP" },
  response: photo,
  refusals: {
    409: "The pet has as many photos as it can have.",
    415: "The file is no photo, or of a kind that can't be read.",
    507: "There is no room to store the photo.",
  },
});

export const editPhoto = route({
  method: "PATCH",
  path: "/api/photos/:id",
  summary: "Change what is written under a photo, its day, or the diary answer or memory that it belongs to",
  params: photoId,
  body: z
    .object({
      caption: optionalText("Caption", limits.photoCaption)
        .meta({ examples: ["Biscuit swims in the lake."] })
        .optional(),
      takenOn: takenOn.nullish(),
      questionId: id.nullish(),
      memoryId: id.nullish(),
    })
    .refine(({ questionId, memoryId }) => !questionId || !memoryId, "A photo belongs to one answer or one memory"),
  response: photo,
  refusals: { 404: "There is no such photo, or the pet has no such answer or memory." },
});

export const deletePhoto = route({
  method: "DELETE",
  path: "/api/photos/:id",
  summary: "Delete a photo in both sizes",
  params: photoId,
  response: doneResponse,
});

export const getPhoto = route({
  method: "GET",
  path: "/api/photos/:id/:size",
  summary: "A photo, for those who may talk with the pet",
  params: photoId.extend({ size: photoSize }),
  media: "image/webp",
});
