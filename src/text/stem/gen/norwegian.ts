// Made by `npm run gen` from the package snowball-stemmers 0.6.0 (ISC; the algorithms are Snowball's, BSD-3-Clause).
// @ts-nocheck: the package has no types.
import { SnowballProgram } from "../program.ts";
const a_0 = [
  ["a", -1, 1],
  ["e", -1, 1],
  ["ede", 1, 1],
  ["ande", 1, 1],
  ["ende", 1, 1],
  ["ane", 1, 1],
  ["ene", 1, 1],
  ["hetene", 6, 1],
  ["erte", 1, 3],
  ["en", -1, 1],
  ["heten", 9, 1],
  ["ar", -1, 1],
  ["er", -1, 1],
  ["heter", 12, 1],
  ["s", -1, 2],
  ["as", 14, 1],
  ["es", 14, 1],
  ["edes", 16, 1],
  ["endes", 16, 1],
  ["enes", 16, 1],
  ["hetenes", 19, 1],
  ["ens", 14, 1],
  ["hetens", 21, 1],
  ["ers", 14, 1],
  ["ets", 14, 1],
  ["et", -1, 1],
  ["het", 25, 1],
  ["ert", -1, 3],
  ["ast", -1, 1],
];
const a_1 = [
  ["dt", -1, -1],
  ["vt", -1, -1],
];
const a_2 = [
  ["leg", -1, 1],
  ["eleg", 0, 1],
  ["ig", -1, 1],
  ["eig", 2, 1],
  ["lig", 2, 1],
  ["elig", 4, 1],
  ["els", -1, 1],
  ["lov", -1, 1],
  ["elov", 7, 1],
  ["slov", 7, 1],
  ["hetslov", 9, 1],
];
const g_v = [17, 65, 16, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 48, 0, 128];
const g_s_ending = [119, 125, 149, 1];
class Program extends SnowballProgram {
  I_x = 0;
  I_p1 = 0;
  r_mark_regions() {
    var v_1 = undefined;
    var v_2 = undefined;
    this.I_p1 = this.limit;
    v_1 = this.cursor;
    {
      var c = this.cursor + 3;

      if (0 > c || c > this.limit) {
        return false;
      }

      this.cursor = c;
    }
    this.I_x = this.cursor;
    this.cursor = v_1;

    golab0: while (true) {
      v_2 = this.cursor;

      lab1: do {
        if (!this.inGroup(g_v, 97, 248)) {
          break lab1;
        }

        this.cursor = v_2;
        break golab0;
      } while (false);

      this.cursor = v_2;

      if (this.cursor >= this.limit) {
        return false;
      }

      this.cursor++;
    }

    golab2: while (true) {
      lab3: do {
        if (!this.outOfGroup(g_v, 97, 248)) {
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

    lab4: do {
      if (!(this.I_p1 < this.I_x)) {
        break lab4;
      }

      this.I_p1 = this.I_x;
    } while (false);

    return true;
  }
  r_main_suffix() {
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
        this.removeSlice();
        break;

      case 2:
        lab0: do {
          v_3 = this.limit - this.cursor;

          lab1: do {
            if (!this.inGroupBefore(g_s_ending, 98, 122)) {
              break lab1;
            }

            break lab0;
          } while (false);

          this.cursor = this.limit - v_3;

          if (!this.equalsBefore("k")) {
            return false;
          }

          if (!this.outOfGroupBefore(g_v, 97, 248)) {
            return false;
          }
        } while (false);

        this.removeSlice();
        break;

      case 3:
        this.replaceSlice("er");
        break;
    }

    return true;
  }
  r_consonant_pair() {
    var v_1 = undefined;
    var v_2 = undefined;
    var v_3 = undefined;
    v_1 = this.limit - this.cursor;
    v_2 = this.limit - this.cursor;

    if (this.cursor < this.I_p1) {
      return false;
    }

    this.cursor = this.I_p1;
    v_3 = this.limit_backward;
    this.limit_backward = this.cursor;
    this.cursor = this.limit - v_2;
    this.ket = this.cursor;

    if (this.findAmongBefore(a_1) === 0) {
      this.limit_backward = v_3;
      return false;
    }

    this.bra = this.cursor;
    this.limit_backward = v_3;
    this.cursor = this.limit - v_1;

    if (this.cursor <= this.limit_backward) {
      return false;
    }

    this.cursor--;
    this.bra = this.cursor;
    this.removeSlice();
    return true;
  }
  r_other_suffix() {
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
    among_var = this.findAmongBefore(a_2);

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
        this.removeSlice();
        break;
    }

    return true;
  }
  run() {
    var v_1 = undefined;
    var v_2 = undefined;
    var v_3 = undefined;
    var v_4 = undefined;
    v_1 = this.cursor;

    lab0: do {
      if (!this.r_mark_regions()) {
        break lab0;
      }
    } while (false);

    this.cursor = v_1;
    this.limit_backward = this.cursor;
    this.cursor = this.limit;
    v_2 = this.limit - this.cursor;

    lab1: do {
      if (!this.r_main_suffix()) {
        break lab1;
      }
    } while (false);

    this.cursor = this.limit - v_2;
    v_3 = this.limit - this.cursor;

    lab2: do {
      if (!this.r_consonant_pair()) {
        break lab2;
      }
    } while (false);

    this.cursor = this.limit - v_3;
    v_4 = this.limit - this.cursor;

    lab3: do {
      if (!this.r_other_suffix()) {
        break lab3;
      }
    } while (false);

    this.cursor = this.limit - v_4;
    this.cursor = this.limit_backward;
    return true;
  }
}
export const STEMMER: SnowballProgram = new Program();
