// Made by `npm run gen` from the package snowball-stemmers 0.6.0 (ISC; the algorithms are Snowball's, BSD-3-Clause).
// @ts-nocheck: the package has no types.
import { SnowballProgram } from "../program.ts";
const a_0 = [
  ["hed", -1, 1],
  ["ethed", 0, 1],
  ["ered", -1, 1],
  ["e", -1, 1],
  ["erede", 3, 1],
  ["ende", 3, 1],
  ["erende", 5, 1],
  ["ene", 3, 1],
  ["erne", 3, 1],
  ["ere", 3, 1],
  ["en", -1, 1],
  ["heden", 10, 1],
  ["eren", 10, 1],
  ["er", -1, 1],
  ["heder", 13, 1],
  ["erer", 13, 1],
  ["s", -1, 2],
  ["heds", 16, 1],
  ["es", 16, 1],
  ["endes", 18, 1],
  ["erendes", 19, 1],
  ["enes", 18, 1],
  ["ernes", 18, 1],
  ["eres", 18, 1],
  ["ens", 16, 1],
  ["hedens", 24, 1],
  ["erens", 24, 1],
  ["ers", 16, 1],
  ["ets", 16, 1],
  ["erets", 28, 1],
  ["et", -1, 1],
  ["eret", 30, 1],
];
const a_1 = [
  ["gd", -1, -1],
  ["dt", -1, -1],
  ["gt", -1, -1],
  ["kt", -1, -1],
];
const a_2 = [
  ["ig", -1, 1],
  ["lig", 0, 1],
  ["elig", 1, 1],
  ["els", -1, 1],
  ["l\u00F8st", -1, 2],
];
const g_v = [17, 65, 16, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 48, 0, 128];
const g_s_ending = [239, 254, 42, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 16];
class Program extends SnowballProgram {
  I_x = 0;
  I_p1 = 0;
  S_ch = "";
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
        if (!this.inGroupBefore(g_s_ending, 97, 229)) {
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
    var v_3 = undefined;
    var v_4 = undefined;
    v_1 = this.limit - this.cursor;

    lab0: do {
      this.ket = this.cursor;

      if (!this.equalsBefore("st")) {
        break lab0;
      }

      this.bra = this.cursor;

      if (!this.equalsBefore("ig")) {
        break lab0;
      }

      this.removeSlice();
    } while (false);

    this.cursor = this.limit - v_1;
    v_2 = this.limit - this.cursor;

    if (this.cursor < this.I_p1) {
      return false;
    }

    this.cursor = this.I_p1;
    v_3 = this.limit_backward;
    this.limit_backward = this.cursor;
    this.cursor = this.limit - v_2;
    this.ket = this.cursor;
    among_var = this.findAmongBefore(a_2);

    if (among_var === 0) {
      this.limit_backward = v_3;
      return false;
    }

    this.bra = this.cursor;
    this.limit_backward = v_3;

    switch (among_var) {
      case 0:
        return false;

      case 1:
        this.removeSlice();
        v_4 = this.limit - this.cursor;

        lab1: do {
          if (!this.r_consonant_pair()) {
            break lab1;
          }
        } while (false);

        this.cursor = this.limit - v_4;
        break;

      case 2:
        this.replaceSlice("l\u00F8s");
        break;
    }

    return true;
  }
  r_undouble() {
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

    if (!this.outOfGroupBefore(g_v, 97, 248)) {
      this.limit_backward = v_2;
      return false;
    }

    this.bra = this.cursor;
    this.S_ch = this.slice();
    this.limit_backward = v_2;

    if (!this.equalsBefore(this.S_ch)) {
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
    v_5 = this.limit - this.cursor;

    lab4: do {
      if (!this.r_undouble()) {
        break lab4;
      }
    } while (false);

    this.cursor = this.limit - v_5;
    this.cursor = this.limit_backward;
    return true;
  }
}
export const STEMMER: SnowballProgram = new Program();
