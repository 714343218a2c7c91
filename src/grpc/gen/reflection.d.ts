// Made by `npm run gen` from the definitions in proto/: the types of messages, enums and services.
export interface ServerReflectionRequest {
  host: string;
  message_request:
    | { $case: "file_by_filename"; value: string }
    | { $case: "file_containing_symbol"; value: string }
    | { $case: "file_containing_extension"; value: ExtensionRequest }
    | { $case: "all_extension_numbers_of_type"; value: string }
    | { $case: "list_services"; value: string }
    | undefined;
}
export interface ExtensionRequest {
  containing_type: string;
  extension_number: number;
}
export interface ServerReflectionResponse {
  valid_host: string;
  original_request: ServerReflectionRequest | undefined;
  message_response:
    | { $case: "file_descriptor_response"; value: FileDescriptorResponse }
    | { $case: "all_extension_numbers_response"; value: ExtensionNumberResponse }
    | { $case: "list_services_response"; value: ListServiceResponse }
    | { $case: "error_response"; value: ErrorResponse }
    | undefined;
}
export interface FileDescriptorResponse {
  file_descriptor_proto: Uint8Array[];
}
export interface ExtensionNumberResponse {
  base_type_name: string;
  extension_number: number[];
}
export interface ListServiceResponse {
  service: ServiceResponse[];
}
export interface ServiceResponse {
  name: string;
}
export interface ErrorResponse {
  error_code: number;
  error_message: string;
}
export interface Messages {
  readonly ServerReflectionRequest: ServerReflectionRequest;
  readonly ExtensionRequest: ExtensionRequest;
  readonly ServerReflectionResponse: ServerReflectionResponse;
  readonly FileDescriptorResponse: FileDescriptorResponse;
  readonly ExtensionNumberResponse: ExtensionNumberResponse;
  readonly ListServiceResponse: ListServiceResponse;
  readonly ServiceResponse: ServiceResponse;
  readonly ErrorResponse: ErrorResponse;
}
export interface Enums {}
export interface Services {
  readonly ServerReflectionService: {
    readonly serverReflectionInfo: readonly [
      request: ServerReflectionRequest,
      response: ServerReflectionResponse,
    ];
  };
}
