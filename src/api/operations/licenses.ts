// Operations on the license. On the port of the local UI they ask for no credential, as the specification shows: a key is
// worth only what its issuer has signed.
import Type from "typebox";
import { AddLicenseSchema, LicenseStatusSchema } from "../../schema/license.ts";
import { operation } from "../operation.ts";

const PATH = "/api/service/licenses";
const license = { onUi: "none", success: "bare", failureShape: "auth", result: LicenseStatusSchema } as const;

export const licenseOperations = [
  operation({
    ...license,
    id: "getLicenseStatus",
    summary: "Returns how many vectors the licenses of this server allow.",
    permission: "read",
    always: true,
    errors: [],
    rest: { method: "get", path: `${PATH}/status` },
    failure: "License status failed",
    request: Type.Object({}),
    run: ({ licenses }) => licenses.status(),
  }),
  operation({
    ...license,
    id: "addLicense",
    summary: "Adds a license key.",
    permission: "admin",
    rest: { method: "post", path: `${PATH}/add` },
    failure: "Adding the license failed",
    request: AddLicenseSchema,
    run: ({ licenses }, request, _rules, asker) => licenses.add(request, asker),
  }),
];
