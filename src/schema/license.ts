// The license: the request with a product key, and the number of vectors that the server may hold.

import Type, { type Static } from "typebox";
import { SECRET } from "./leaf.ts";

export const AddLicenseSchema = Type.Object({ product_key: Type.String(SECRET) });
export type AddLicense = Static<typeof AddLicenseSchema>;

export const LicenseStatusSchema = Type.Object({
  /** Licensed: at least one product key counts now. */
  edition: Type.Union([Type.Literal("community"), Type.Literal("licensed")]),
  /** Vectors that the server may hold, in all collections. */
  max_vectors: Type.Integer(),
  /** The time (RFC 3339) at which this changes unless keys are added; null: never. */
  expires_at: Type.Union([Type.String(), Type.Null()]),
});
export type LicenseStatus = Static<typeof LicenseStatusSchema>;

/** A product key that was added, without its text: with the text it could be added elsewhere. */
export const LicenseKeySchema = Type.Object({
  id: Type.String({ description: "The license; of several keys of one id the largest counts." }),
  customer: Type.String(),
  max_vectors: Type.Integer(),
  not_before: Type.Union([Type.String(), Type.Null()], {
    description: "The time (RFC 3339) at which it begins; null: it has always counted.",
  }),
  expires_at: Type.Union([Type.String(), Type.Null()], { description: "The time of its end; null: never." }),
  counts: Type.Boolean({ description: "Whether it is in force, and the largest of its id." }),
});
export type LicenseKey = Static<typeof LicenseKeySchema>;
