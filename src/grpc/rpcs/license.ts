// The RPCs of the license.

import { addLicense, licenseStatus } from "../convert/administration.ts";
import { services } from "../wire/messages.ts";
import { fields, nothing, service } from "./rpc.ts";

const { LicenseService } = services;

export const license = service(LicenseService, {
  status: { operation: "getLicenseStatus", decode: nothing, encode: licenseStatus.write },
  add: { operation: "addLicense", decode: fields(addLicense), encode: licenseStatus.write },
});
