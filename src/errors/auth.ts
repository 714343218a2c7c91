// Errors of authentication and licensing: credentials, permissions, passwords, tokens, product keys.
// The decision: no text contains a secret or a part of one, or tells an unauthenticated client why a credential is
// invalid.
import { InvalidArgument } from "./invalid-argument.ts";
import { VectorDbError } from "./vector-db-error.ts";

/** No credential, or none that holds: whether it is unknown, expired, replaced or forged is not told. */
export class Unauthenticated extends VectorDbError {
  constructor() {
    super("UNAUTHENTICATED", "Invalid or missing authorization token");
  }
}

/** No credential for what only the owner of a server without an admin may do. */
export class SetupCodeNeeded extends VectorDbError {
  constructor() {
    super(
      "UNAUTHENTICATED",
      "Invalid or missing authorization token; the first admin is created on the machine of the server itself, or from another machine " +
        "with the header X-Setup-Code and the code in the file setup-code of the data directory",
    );
  }
}

export class InvalidLogin extends VectorDbError {
  constructor() {
    super("UNAUTHENTICATED", "Invalid username or password");
  }
}

export class PermissionDenied extends VectorDbError {
  /** @param required what the credential lacks, such as "write" */
  constructor(required: string) {
    super("PERMISSION_DENIED", `Permission denied: requires ${required}`);
  }
}

/** A request from a web page of another origin, or to a host name that is not one of this server. */
export class ForeignRequest extends VectorDbError {
  constructor(message: string) {
    super("PERMISSION_DENIED", message);
  }
}

export class AuthNotEnabled extends VectorDbError {
  constructor() {
    super("AUTH_NOT_ENABLED", "API key management API requires auth_enabled=true");
  }
}

/** The switch is asked to contradict what the configuration of the server says. */
export class AuthConfigured extends VectorDbError {
  /**
   * @param by which settings say so
   * @param setting the one that has the last word
   */
  constructor(isEnabled: boolean, by: string, setting: string) {
    super(
      "CONFIGURED",
      `Authentication is switched ${isEnabled ? "on" : "off"} by the configuration of the server: ${by}. ` +
        `Set ${setting} to ${!isEnabled} and restart the server to switch it ${isEnabled ? "off" : "on"}`,
    );
  }
}

export class UsernameExists extends VectorDbError {
  constructor() {
    super("ALREADY_EXISTS", "Username already exists");
  }
}

export class UserNotFound extends VectorDbError {
  constructor() {
    super("NOT_FOUND", "User not found");
  }
}

export class TokenNotFound extends VectorDbError {
  constructor() {
    super("NOT_FOUND", "Access token not found");
  }
}

export class TokenExpired extends VectorDbError {
  constructor() {
    super("TOKEN_EXPIRED", "Cannot rotate an expired access token");
  }
}

/** A field that a body of the auth or license area must have. */
export class MissingField extends InvalidArgument {
  constructor(name: string) {
    super(`Missing required field: ${name}`);
  }
}

/** Too many logins failed, or too many are under way. */
export class TooManyLogins extends VectorDbError {
  readonly #seconds: number;

  constructor(message: string, retryAfterSeconds: number) {
    super("TOO_MANY_REQUESTS", message);
    this.#seconds = retryAfterSeconds;
  }

  override get retryAfterSeconds(): number {
    return this.#seconds;
  }
}

export class VectorLimitReached extends VectorDbError {
  /** @param held vectors at this moment  @param limit how many there may be */
  constructor(held: number, limit: number, edition: string) {
    super(
      "CAPACITY_EXCEEDED",
      `Vector limit reached: this instance holds ${held} of ${limit} vectors (${edition} edition). Add a license or delete points. ` +
        "The operator of a server issues its licenses: azimuth license --help",
    );
  }
}

export class InvalidProductKey extends InvalidArgument {
  constructor(reason: string) {
    super(`Invalid product key: ${reason}`);
  }
}
