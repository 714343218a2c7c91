// A server process on a disk without a free byte, whose client with a write token takes whatever becomes free. The
// decision: the admin can revoke the token, and it stays revoked after a crash. Runs only where a small tmpfs can be
// mounted.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { bearer, type Headers } from "../support/guarded.ts";
import { type ServerProcess, startServer } from "../support/process.ts";
import { ask, demand, logIn, makeAdmin, readStatus, switchTo } from "../support/secured.ts";

const PASSWORD = "Correct-Horse-9-Battery";
const DELETE = { method: "POST", path: "/collections/c/points/delete", body: { points: [1] } };

function mountTmpfs(): string | null {
  const dir = mkdtempSync(join(tmpdir(), "azimuth-revoke-"));
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=48m", "tmpfs", dir], { stdio: "ignore" });
    return dir;
  } catch {
    rmSync(dir, { recursive: true });
    return null;
  }
}

/** Fills the free space of the disk with other files. */
function fillUp(dir: string): void {
  try {
    for (let i = readdirSync(dir).length; ; i++) {
      const { bavail, bsize } = statfsSync(dir);
      writeFileSync(join(dir, `somebody-elses-${i}`), new Uint8Array(Math.max(bavail, 1) * bsize));
    }
  } catch {
    // The disk is full.
  }
}

const mounted = mountTmpfs();

for (const dir of mounted === null ? [] : [mounted]) {
  describe("an access token whose owner has filled the disk", () => {
    let server: ServerProcess;
    after(async () => {
      await server.stop("SIGKILL");
      execFileSync("umount", ["-l", dir]);
      rmSync(dir, { recursive: true });
    });
    const start = () => startServer(["--data-dir", join(dir, "data")]);
    const makeToken = (headers: Headers, name: string) =>
      demand(server, {
        method: "POST",
        path: "/auth/api_key",
        body: { name, permission: "read,write" },
        headers,
      });

    it("an access token whose owner has filled the disk can be deleted and rotated, and the password reset, with the changes in effect after a crash", async () => {
      server = await start();
      await makeAdmin(server, PASSWORD);
      let admin = await logIn(server, PASSWORD);
      await switchTo(server, admin, true);
      const deleted = await makeToken(admin, "deleted");
      const rotated = await makeToken(admin, "rotated");
      const later = await makeToken(admin, "later");
      const body = { vectors_config: { size: 4, distance: "Dot" } };
      await demand(server, { method: "PUT", path: "/collections/c", body, headers: bearer(later.api_key) });
      fillUp(dir);
      let ends = false;
      const deleting = async () => {
        while (!ends) await ask(server, { ...DELETE, headers: bearer(later.api_key) });
      };
      const clients = [deleting(), deleting(), deleting(), deleting()];

      const path = (token: { id: number }) => `/auth/api_key/${token.id}`;
      await demand(server, { method: "DELETE", path: path(deleted), headers: admin });
      expect(await readStatus(server, bearer(deleted.api_key))).to.equal(401);
      fillUp(dir);
      const { api_key } = await demand(server, {
        method: "POST",
        path: `${path(rotated)}/rotate`,
        headers: admin,
      });
      fillUp(dir);
      const password = `${PASSWORD}-2`;
      await demand(server, {
        method: "POST",
        path: "/auth/admin/reset-password",
        body: { password },
        headers: admin,
      });
      fillUp(dir);
      ends = true;
      await Promise.all(clients);

      await server.stop("SIGKILL");
      server = await start();
      const statuses = [deleted.api_key, rotated.api_key, api_key, later.api_key].map((value) =>
        readStatus(server, bearer(value)),
      );
      expect(await Promise.all(statuses)).to.deep.equal([401, 401, 200, 200]);
      expect(await readStatus(server, admin)).to.equal(401);
      admin = await logIn(server, password);
      fillUp(dir);
      await demand(server, { method: "DELETE", path: path(later), headers: admin });
      expect(await readStatus(server, bearer(later.api_key))).to.equal(401);
    });
  });
}
