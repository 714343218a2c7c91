// Made by `npm run gen` from the package snowball-stemmers 0.6.0 (ISC; the algorithms are Snowball's, BSD-3-Clause).
// @ts-nocheck: the package has no types.
import { SnowballProgram } from "../program.ts";
const a_6 = [
  ["a", -1, 8],
  ["lla", 0, -1],
  ["na", 0, -1],
  ["ssa", 0, -1],
  ["ta", 0, -1],
  ["lta", 4, -1],
  ["sta", 4, -1],
  ["tta", 4, 9],
  ["lle", -1, -1],
  ["ine", -1, -1],
  ["ksi", -1, -1],
  ["n", -1, 7],
  ["han", 11, 1],
  ["den", 11, -1, "r_VI"],
  ["seen", 11, -1, "r_LONG"],
  ["hen", 11, 2],
  ["tten", 11, -1, "r_VI"],
  ["hin", 11, 3],
  ["siin", 11, -1, "r_VI"],
  ["hon", 11, 4],
  ["h\u00E4n", 11, 5],
  ["h\u00F6n", 11, 6],
  ["\u00E4", -1, 8],
  ["ll\u00E4", 22, -1],
  ["n\u00E4", 22, -1],
  ["ss\u00E4", 22, -1],
  ["t\u00E4", 22, -1],
  ["lt\u00E4", 26, -1],
  ["st\u00E4", 26, -1],
  ["tt\u00E4", 26, 9],
];
const a_0 = [
  ["pa", -1, 1],
  ["sti", -1, 2],
  ["kaan", -1, 1],
  ["han", -1, 1],
  ["kin", -1, 1],
  ["h\u00E4n", -1, 1],
  ["k\u00E4\u00E4n", -1, 1],
  ["ko", -1, 1],
  ["p\u00E4", -1, 1],
  ["k\u00F6", -1, 1],
];
const a_1 = [
  ["lla", -1, -1],
  ["na", -1, -1],
  ["ssa", -1, -1],
  ["ta", -1, -1],
  ["lta", 3, -1],
  ["sta", 3, -1],
];
const a_2 = [
  ["ll\u00E4", -1, -1],
  ["n\u00E4", -1, -1],
  ["ss\u00E4", -1, -1],
  ["t\u00E4", -1, -1],
  ["lt\u00E4", 3, -1],
  ["st\u00E4", 3, -1],
];
const a_3 = [
  ["lle", -1, -1],
  ["ine", -1, -1],
];
const a_4 = [
  ["nsa", -1, 3],
  ["mme", -1, 3],
  ["nne", -1, 3],
  ["ni", -1, 2],
  ["si", -1, 1],
  ["an", -1, 4],
  ["en", -1, 6],
  ["\u00E4n", -1, 5],
  ["ns\u00E4", -1, 3],
];
const a_5 = [
  ["aa", -1, -1],
  ["ee", -1, -1],
  ["ii", -1, -1],
  ["oo", -1, -1],
  ["uu", -1, -1],
  ["\u00E4\u00E4", -1, -1],
  ["\u00F6\u00F6", -1, -1],
];
const a_7 = [
  ["eja", -1, -1],
  ["mma", -1, 1],
  ["imma", 1, -1],
  ["mpa", -1, 1],
  ["impa", 3, -1],
  ["mmi", -1, 1],
  ["immi", 5, -1],
  ["mpi", -1, 1],
  ["impi", 7, -1],
  ["ej\u00E4", -1, -1],
  ["mm\u00E4", -1, 1],
  ["imm\u00E4", 10, -1],
  ["mp\u00E4", -1, 1],
  ["imp\u00E4", 12, -1],
];
const a_8 = [
  ["i", -1, -1],
  ["j", -1, -1],
];
const a_9 = [
  ["mma", -1, 1],
  ["imma", 0, -1],
];
const g_AEI = [17, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 8];
const g_V1 = [17, 65, 16, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 8, 0, 32];
const g_V2 = [17, 65, 16, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 8, 0, 32];
const g_particle_end = [17, 97, 24, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 8, 0, 32];
class Program extends SnowballProgram {
  B_ending_removed = false;
  S_x = "";
  I_p2 = 0;
  I_p1 = 0;
  r_mark_regions() {
    var v_1 = undefined;
    var v_3 = undefined;
    this.I_p1 = this.limit;
    this.I_p2 = this.limit;

    golab0: while (true) {
      v_1 = this.cursor;

      lab1: do {
        if (!this.inGroup(g_V1, 97, 246)) {
          break lab1;
        }

        this.cursor = v_1;
        break golab0;
      } while (false);

      this.cursor = v_1;

      if (this.cursor >= this.limit) {
        return false;
      }

      this.cursor++;
    }

    golab2: while (true) {
      lab3: do {
        if (!this.outOfGroup(g_V1, 97, 246)) {
          break lab3;
        }

        break golab2;
      } while (false);

      if (this.cursor >= this.limit) {
        return false;
      }

      this.cursor++;
    }

    this.I_p1 = this.cursor;

    golab4: while (true) {
      v_3 = this.cursor;

      lab5: do {
        if (!this.inGroup(g_V1, 97, 246)) {
          break lab5;
        }

        this.cursor = v_3;
        break golab4;
      } while (false);

      this.cursor = v_3;

      if (this.cursor >= this.limit) {
        return false;
      }

      this.cursor++;
    }

    golab6: while (true) {
      lab7: do {
        if (!this.outOfGroup(g_V1, 97, 246)) {
          break lab7;
        }

        break golab6;
      } while (false);

      if (this.cursor >= this.limit) {
        return false;
      }

      this.cursor++;
    }

    this.I_p2 = this.cursor;
    return true;
  }
  r_R2() {
    if (!(this.I_p2 <= this.cursor)) {
      return false;
    }

    return true;
  }
  r_particle_etc() {
    var among_var = undefined;
    var v_1 = undefined;
    var v_2 = undefined;
    v_1 = this.limit - this.cursor;

    if (this.cursor < this.I_p1) {
      return false;
    }

    this.cursor = this.I_p1;
    v_2 = this.limit_backward;
    this.limit_backward = this.cursor;
    this.cursor = this.limit - v_1;
    this.ket = this.cursor;
    among_var = this.findAmongBefore(a_0);

    if (among_var === 0) {
      this.limit_backward = v_2;
      return false;
    }

    this.bra = this.cursor;
    this.limit_backward = v_2;

    switch (among_var) {
      case 0:
        return false;

      case 1:
        if (!this.inGroupBefore(g_particle_end, 97, 246)) {
          return false;
        }

        break;

      case 2:
        if (!this.r_R2()) {
          return false;
        }

        break;
    }

    this.removeSlice();
    return true;
  }
  r_possessive() {
    var among_var = undefined;
    var v_1 = undefined;
    var v_2 = undefined;
    var v_3 = undefined;
    v_1 = this.limit - this.cursor;

    if (this.cursor < this.I_p1) {
      return false;
    }

    this.cursor = this.I_p1;
    v_2 = this.limit_backward;
    this.limit_backward = this.cursor;
    this.cursor = this.limit - v_1;
    this.ket = this.cursor;
    among_var = this.findAmongBefore(a_4);

    if (among_var === 0) {
      this.limit_backward = v_2;
      return false;
    }

    this.bra = this.cursor;
    this.limit_backward = v_2;

    switch (among_var) {
      case 0:
        return false;

      case 1:
        {
          v_3 = this.limit - this.cursor;

          lab0: do {
            if (!this.equalsBefore("k")) {
              break lab0;
            }

            return false;
          } while (false);

          this.cursor = this.limit - v_3;
        }
        this.removeSlice();
        break;

      case 2:
        this.removeSlice();
        this.ket = this.cursor;

        if (!this.equalsBefore("kse")) {
          return false;
        }

        this.bra = this.cursor;
        this.replaceSlice("ksi");
        break;

      case 3:
        this.removeSlice();
        break;

      case 4:
        if (this.findAmongBefore(a_1) === 0) {
          return false;
        }

        this.removeSlice();
        break;

      case 5:
        if (this.findAmongBefore(a_2) === 0) {
          return false;
        }

        this.removeSlice();
        break;

      case 6:
        if (this.findAmongBefore(a_3) === 0) {
          return false;
        }

        this.removeSlice();
        break;
    }

    return true;
  }
  r_LONG() {
    if (this.findAmongBefore(a_5) === 0) {
      return false;
    }

    return true;
  }
  r_VI() {
    if (!this.equalsBefore("i")) {
      return false;
    }

    if (!this.inGroupBefore(g_V2, 97, 246)) {
      return false;
    }

    return true;
  }
  r_case_ending() {
    var among_var = undefined;
    var v_1 = undefined;
    var v_2 = undefined;
    var v_3 = undefined;
    var v_4 = undefined;
    var v_5 = undefined;
    v_1 = this.limit - this.cursor;

    if (this.cursor < this.I_p1) {
      return false;
    }

    this.cursor = this.I_p1;
    v_2 = this.limit_backward;
    this.limit_backward = this.cursor;
    this.cursor = this.limit - v_1;
    this.ket = this.cursor;
    among_var = this.findAmongBefore(a_6);

    if (among_var === 0) {
      this.limit_backward = v_2;
      return false;
    }

    this.bra = this.cursor;
    this.limit_backward = v_2;

    switch (among_var) {
      case 0:
        return false;

      case 1:
        if (!this.equalsBefore("a")) {
          return false;
        }

        break;

      case 2:
        if (!this.equalsBefore("e")) {
          return false;
        }

        break;

      case 3:
        if (!this.equalsBefore("i")) {
          return false;
        }

        break;

      case 4:
        if (!this.equalsBefore("o")) {
          return false;
        }

        break;

      case 5:
        if (!this.equalsBefore("\u00E4")) {
          return false;
        }

        break;

      case 6:
        if (!this.equalsBefore("\u00F6")) {
          return false;
        }

        break;

      case 7:
        v_3 = this.limit - this.cursor;

        lab0: do {
          v_4 = this.limit - this.cursor;

          lab1: do {
            v_5 = this.limit - this.cursor;

            lab2: do {
              if (!this.r_LONG()) {
                break lab2;
              }

              break lab1;
            } while (false);

            this.cursor = this.limit - v_5;

            if (!this.equalsBefore("ie")) {
              this.cursor = this.limit - v_3;
              break lab0;
            }
          } while (false);

          this.cursor = this.limit - v_4;

          if (this.cursor <= this.limit_backward) {
            this.cursor = this.limit - v_3;
            break lab0;
          }

          this.cursor--;
          this.bra = this.cursor;
        } while (false);

        break;

      case 8:
        if (!this.inGroupBefore(g_V1, 97, 246)) {
          return false;
        }

        if (!this.outOfGroupBefore(g_V1, 97, 246)) {
          return false;
        }

        break;

      case 9:
        if (!this.equalsBefore("e")) {
          return false;
        }

        break;
    }

    this.removeSlice();
    this.B_ending_removed = true;
    return true;
  }
  r_other_endings() {
    var among_var = undefined;
    var v_1 = undefined;
    var v_2 = undefined;
    var v_3 = undefined;
    v_1 = this.limit - this.cursor;

    if (this.cursor < this.I_p2) {
      return false;
    }

    this.cursor = this.I_p2;
    v_2 = this.limit_backward;
    this.limit_backward = this.cursor;
    this.cursor = this.limit - v_1;
    this.ket = this.cursor;
    among_var = this.findAmongBefore(a_7);

    if (among_var === 0) {
      this.limit_backward = v_2;
      return false;
    }

    this.bra = this.cursor;
    this.limit_backward = v_2;

    switch (among_var) {
      case 0:
        return false;

      case 1:
        {
          v_3 = this.limit - this.cursor;

          lab0: do {
            if (!this.equalsBefore("po")) {
              break lab0;
            }

            return false;
          } while (false);

          this.cursor = this.limit - v_3;
        }
        break;
    }

    this.removeSlice();
    return true;
  }
  r_i_plural() {
    var v_1 = undefined;
    var v_2 = undefined;
    v_1 = this.limit - this.cursor;

    if (this.cursor < this.I_p1) {
      return false;
    }

    this.cursor = this.I_p1;
    v_2 = this.limit_backward;
    this.limit_backward = this.cursor;
    this.cursor = this.limit - v_1;
    this.ket = this.cursor;

    if (this.findAmongBefore(a_8) === 0) {
      this.limit_backward = v_2;
      return false;
    }

    this.bra = this.cursor;
    this.limit_backward = v_2;
    this.removeSlice();
    return true;
  }
  r_t_plural() {
    var among_var = undefined;
    var v_1 = undefined;
    var v_2 = undefined;
    var v_3 = undefined;
    var v_4 = undefined;
    var v_5 = undefined;
    var v_6 = undefined;
    v_1 = this.limit - this.cursor;

    if (this.cursor < this.I_p1) {
      return false;
    }

    this.cursor = this.I_p1;
    v_2 = this.limit_backward;
    this.limit_backward = this.cursor;
    this.cursor = this.limit - v_1;
    this.ket = this.cursor;

    if (!this.equalsBefore("t")) {
      this.limit_backward = v_2;
      return false;
    }

    this.bra = this.cursor;
    v_3 = this.limit - this.cursor;

    if (!this.inGroupBefore(g_V1, 97, 246)) {
      this.limit_backward = v_2;
      return false;
    }

    this.cursor = this.limit - v_3;
    this.removeSlice();
    this.limit_backward = v_2;
    v_4 = this.limit - this.cursor;

    if (this.cursor < this.I_p2) {
      return false;
    }

    this.cursor = this.I_p2;
    v_5 = this.limit_backward;
    this.limit_backward = this.cursor;
    this.cursor = this.limit - v_4;
    this.ket = this.cursor;
    among_var = this.findAmongBefore(a_9);

    if (among_var === 0) {
      this.limit_backward = v_5;
      return false;
    }

    this.bra = this.cursor;
    this.limit_backward = v_5;

    switch (among_var) {
      case 0:
        return false;

      case 1:
        {
          v_6 = this.limit - this.cursor;

          lab0: do {
            if (!this.equalsBefore("po")) {
              break lab0;
            }

            return false;
          } while (false);

          this.cursor = this.limit - v_6;
        }
        break;
    }

    this.removeSlice();
    return true;
  }
  r_tidy() {
    var v_1 = undefined;
    var v_2 = undefined;
    var v_3 = undefined;
    var v_4 = undefined;
    var v_5 = undefined;
    var v_6 = undefined;
    var v_7 = undefined;
    var v_8 = undefined;
    var v_9 = undefined;
    v_1 = this.limit - this.cursor;

    if (this.cursor < this.I_p1) {
      return false;
    }

    this.cursor = this.I_p1;
    v_2 = this.limit_backward;
    this.limit_backward = this.cursor;
    this.cursor = this.limit - v_1;
    v_3 = this.limit - this.cursor;

    lab0: do {
      v_4 = this.limit - this.cursor;

      if (!this.r_LONG()) {
        break lab0;
      }

      this.cursor = this.limit - v_4;
      this.ket = this.cursor;

      if (this.cursor <= this.limit_backward) {
        break lab0;
      }

      this.cursor--;
      this.bra = this.cursor;
      this.removeSlice();
    } while (false);

    this.cursor = this.limit - v_3;
    v_5 = this.limit - this.cursor;

    lab1: do {
      this.ket = this.cursor;

      if (!this.inGroupBefore(g_AEI, 97, 228)) {
        break lab1;
      }

      this.bra = this.cursor;

      if (!this.outOfGroupBefore(g_V1, 97, 246)) {
        break lab1;
      }

      this.removeSlice();
    } while (false);

    this.cursor = this.limit - v_5;
    v_6 = this.limit - this.cursor;

    lab2: do {
      this.ket = this.cursor;

      if (!this.equalsBefore("j")) {
        break lab2;
      }

      this.bra = this.cursor;

      lab3: do {
        v_7 = this.limit - this.cursor;

        lab4: do {
          if (!this.equalsBefore("o")) {
            break lab4;
          }

          break lab3;
        } while (false);

        this.cursor = this.limit - v_7;

        if (!this.equalsBefore("u")) {
          break lab2;
        }
      } while (false);

      this.removeSlice();
    } while (false);

    this.cursor = this.limit - v_6;
    v_8 = this.limit - this.cursor;

    lab5: do {
      this.ket = this.cursor;

      if (!this.equalsBefore("o")) {
        break lab5;
      }

      this.bra = this.cursor;

      if (!this.equalsBefore("j")) {
        break lab5;
      }

      this.removeSlice();
    } while (false);

    this.cursor = this.limit - v_8;
    this.limit_backward = v_2;

    golab6: while (true) {
      v_9 = this.limit - this.cursor;

      lab7: do {
        if (!this.outOfGroupBefore(g_V1, 97, 246)) {
          break lab7;
        }

        this.cursor = this.limit - v_9;
        break golab6;
      } while (false);

      this.cursor = this.limit - v_9;

      if (this.cursor <= this.limit_backward) {
        return false;
      }

      this.cursor--;
    }

    this.ket = this.cursor;

    if (this.cursor <= this.limit_backward) {
      return false;
    }

    this.cursor--;
    this.bra = this.cursor;
    this.S_x = this.slice();

    if (!this.equalsBefore(this.S_x)) {
      return false;
    }

    this.removeSlice();
    return true;
  }
  run() {
    var v_1 = undefined;
    var v_2 = undefined;
    var v_3 = undefined;
    var v_4 = undefined;
    var v_5 = undefined;
    var v_6 = undefined;
    var v_7 = undefined;
    var v_8 = undefined;
    var v_9 = undefined;
    v_1 = this.cursor;

    lab0: do {
      if (!this.r_mark_regions()) {
        break lab0;
      }
    } while (false);

    this.cursor = v_1;
    this.B_ending_removed = false;
    this.limit_backward = this.cursor;
    this.cursor = this.limit;
    v_2 = this.limit - this.cursor;

    lab1: do {
      if (!this.r_particle_etc()) {
        break lab1;
      }
    } while (false);

    this.cursor = this.limit - v_2;
    v_3 = this.limit - this.cursor;

    lab2: do {
      if (!this.r_possessive()) {
        break lab2;
      }
    } while (false);

    this.cursor = this.limit - v_3;
    v_4 = this.limit - this.cursor;

    lab3: do {
      if (!this.r_case_ending()) {
        break lab3;
      }
    } while (false);

    this.cursor = this.limit - v_4;
    v_5 = this.limit - this.cursor;

    lab4: do {
      if (!this.r_other_endings()) {
        break lab4;
      }
    } while (false);

    this.cursor = this.limit - v_5;

    lab5: do {
      v_6 = this.limit - this.cursor;

      lab6: do {
        if (!this.B_ending_removed) {
          break lab6;
        }

        v_7 = this.limit - this.cursor;

        lab7: do {
          if (!this.r_i_plural()) {
            break lab7;
          }
        } while (false);

        this.cursor = this.limit - v_7;
        break lab5;
      } while (false);

      this.cursor = this.limit - v_6;
      v_8 = this.limit - this.cursor;

      lab8: do {
        if (!this.r_t_plural()) {
          break lab8;
        }
      } while (false);

      this.cursor = this.limit - v_8;
    } while (false);

    v_9 = this.limit - this.cursor;

    lab9: do {
      if (!this.r_tidy()) {
        break lab9;
      }
    } while (false);

    this.cursor = this.limit - v_9;
    this.cursor = this.limit_backward;
    return true;
  }
}
export const STEMMER: SnowballProgram = new Program();
