// Pauses in long work of the core: see src/pause.ts, which edges use, too.
export { inSlices, pause, TimeSlice, turnIsOver } from "../pause.ts";
