// Server reflection, v1 and v1alpha, by which grpcurl and similar tools read the definitions of a server.
// The decision: one function serves both versions, because their messages differ only in the name of the package.

import { type ServerDuplexStream, status } from "@grpc/grpc-js";
import type {
  ServerReflectionRequest as Request,
  ServerReflectionResponse as Response,
} from "./gen/reflection.d.ts";
import type { Descriptors } from "./wire/descriptors.ts";

type Answer = Response["message_response"];

/** @param services the full names of the services */
function answerReflection(descriptors: Descriptors, services: readonly string[], request: Request): Response {
  return {
    valid_host: request.host,
    original_request: request,
    message_response: answer(descriptors, services, request.message_request),
  };
}

function answer(
  descriptors: Descriptors,
  services: readonly string[],
  asked: Request["message_request"],
): Answer {
  switch (asked?.$case) {
    case "list_services": {
      const service = services.map((name) => ({ name }));
      return { $case: "list_services_response", value: { service } };
    }
    case "file_by_filename":
      return files(descriptors.fileNamed(asked.value), "file", asked.value);
    case "file_containing_symbol":
      return files(descriptors.fileDeclaring(asked.value), "symbol", asked.value);
    case "file_containing_extension":
      return absent("extension", `${asked.value.extension_number} of ${asked.value.containing_type}`);
    case "all_extension_numbers_of_type":
      if (!descriptors.hasMessage(asked.value)) return absent("type", asked.value);
      return {
        $case: "all_extension_numbers_response",
        value: { base_type_name: asked.value, extension_number: [] },
      };
    default:
      return failure(status.INVALID_ARGUMENT, "message_request is required: say what is asked for");
  }
}

function files(found: Uint8Array[] | undefined, kind: string, name: string): Answer {
  if (!found) return absent(kind, name);
  return { $case: "file_descriptor_response", value: { file_descriptor_proto: found } };
}

function absent(kind: string, name: string): Answer {
  return failure(status.NOT_FOUND, `No ${kind} of this name: ${name}`);
}

function failure(error_code: number, error_message: string): Answer {
  return { $case: "error_response", value: { error_code, error_message } };
}

/**
 * Returns the handler of a call that stays open until its client ends it. Requests are not read while responses wait to
 * be read.
 */
export function reflectionHandler(descriptors: Descriptors, services: readonly string[]) {
  return (call: ServerDuplexStream<Request, Response>): void => {
    call.on("data", (request: Request) => {
      if (call.write(answerReflection(descriptors, services, request))) return;
      call.pause();
      call.once("drain", () => call.resume());
    });
    call.on("end", () => call.end());
  };
}
