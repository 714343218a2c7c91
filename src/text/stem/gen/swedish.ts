// Made by `npm run gen` from the package snowball-stemmers 0.6.0 (ISC; the algorithms are Snowball's, BSD-3-Clause).
// @ts-nocheck: the package has no types.
import { SnowballProgram } from "../program.ts";
const a_0 = [
  ["a", -1, 1],
  ["arna", 0, 1],
  ["erna", 0, 1],
  ["heterna", 2, 1],
  ["orna", 0, 1],
  ["ad", -1, 1],
  ["e", -1, 1],
  ["ade", 6, 1],
  ["ande", 6, 1],
  ["arne", 6, 1],
  ["are", 6, 1],
  ["aste", 6, 1],
  ["en", -1, 1],
  ["anden", 12, 1],
  ["aren", 12, 1],
  ["heten", 12, 1],
  ["ern", -1, 1],
  ["ar", -1, 1],
  ["er", -1, 1],
  ["heter", 18, 1],
  ["or", -1, 1],
  ["s", -1, 2],
  ["as", 21, 1],
  ["arnas", 22, 1],
  ["ernas", 22, 1],
  ["ornas", 22, 1],
  ["es", 21, 1],
  ["ades", 26, 1],
  ["andes", 26, 1],
  ["ens", 21, 1],
  ["arens", 29, 1],
  ["hetens", 29, 1],
  ["erns", 21, 1],
  ["at", -1, 1],
  ["andet", -1, 1],
  ["het", -1, 1],
  ["ast", -1, 1],
];
const a_1 = [
  ["dd", -1, -1],
  ["gd", -1, -1],
  ["nn", -1, -1],
  ["dt", -1, -1],
  ["gt", -1, -1],
  ["kt", -1, -1],
  ["tt", -1, -1],
];
const a_2 = [
  ["ig", -1, 1],
  ["lig", 0, 1],
  ["els", -1, 1],
  ["fullt", -1, 3],
  ["l\u00F6st", -1, 2],
];
const g_v = [17, 65, 16, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 24, 0, 32];
const g_s_ending = [119, 127, 149];
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
        if (!this.inGroup(g_v, 97, 246)) {
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
        if (!this.outOfGroup(g_v, 97, 246)) {
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
        if (!this.inGroupBefore(g_s_ending, 98, 121)) {
          return false;
        }

        this.removeSlice();
        break;
    }

    return true;
  }
  r_consonant_pair() {
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
    v_3 = this.limit - this.cursor;

    if (this.findAmongBefore(a_1) === 0) {
      this.limit_backward = v_2;
      return false;
    }

    this.cursor = this.limit - v_3;
    this.ket = this.cursor;

    if (this.cursor <= this.limit_backward) {
      this.limit_backward = v_2;
      return false;
    }

    this.cursor--;
    this.bra = this.cursor;
    this.removeSlice();
    this.limit_backward = v_2;
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

    switch (among_var) {
      case 0:
        this.limit_backward = v_2;
        return false;

      case 1:
        this.removeSlice();
        break;

      case 2:
        this.replaceSlice("l\u00F6s");
        break;

      case 3:
        this.replaceSlice("full");
        break;
    }

    this.limit_backward = v_2;
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
