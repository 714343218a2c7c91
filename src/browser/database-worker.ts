// The entry of the worker that has a database's files: these are for dedicated workers alone.
import { serveCalls } from "../threads/remote.ts";
import { DatabaseHost } from "./host.ts";
import { ownPort } from "./web-thread.ts";

serveCalls(ownPort(), new DatabaseHost());
