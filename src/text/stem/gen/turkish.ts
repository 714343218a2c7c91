// Made by `npm run gen` from the package snowball-stemmers 0.6.0 (ISC; the algorithms are Snowball's, BSD-3-Clause).
// @ts-nocheck: the package has no types.
import { SnowballProgram } from "../program.ts";
const a_0 = [
  ["m", -1, -1],
  ["n", -1, -1],
  ["miz", -1, -1],
  ["niz", -1, -1],
  ["muz", -1, -1],
  ["nuz", -1, -1],
  ["m\u00FCz", -1, -1],
  ["n\u00FCz", -1, -1],
  ["m\u0131z", -1, -1],
  ["n\u0131z", -1, -1],
];
const a_1 = [
  ["leri", -1, -1],
  ["lar\u0131", -1, -1],
];
const a_2 = [
  ["ni", -1, -1],
  ["nu", -1, -1],
  ["n\u00FC", -1, -1],
  ["n\u0131", -1, -1],
];
const a_3 = [
  ["in", -1, -1],
  ["un", -1, -1],
  ["\u00FCn", -1, -1],
  ["\u0131n", -1, -1],
];
const a_4 = [
  ["a", -1, -1],
  ["e", -1, -1],
];
const a_5 = [
  ["na", -1, -1],
  ["ne", -1, -1],
];
const a_6 = [
  ["da", -1, -1],
  ["ta", -1, -1],
  ["de", -1, -1],
  ["te", -1, -1],
];
const a_7 = [
  ["nda", -1, -1],
  ["nde", -1, -1],
];
const a_8 = [
  ["dan", -1, -1],
  ["tan", -1, -1],
  ["den", -1, -1],
  ["ten", -1, -1],
];
const a_9 = [
  ["ndan", -1, -1],
  ["nden", -1, -1],
];
const a_10 = [
  ["la", -1, -1],
  ["le", -1, -1],
];
const a_11 = [
  ["ca", -1, -1],
  ["ce", -1, -1],
];
const a_12 = [
  ["im", -1, -1],
  ["um", -1, -1],
  ["\u00FCm", -1, -1],
  ["\u0131m", -1, -1],
];
const a_13 = [
  ["sin", -1, -1],
  ["sun", -1, -1],
  ["s\u00FCn", -1, -1],
  ["s\u0131n", -1, -1],
];
const a_14 = [
  ["iz", -1, -1],
  ["uz", -1, -1],
  ["\u00FCz", -1, -1],
  ["\u0131z", -1, -1],
];
const a_15 = [
  ["siniz", -1, -1],
  ["sunuz", -1, -1],
  ["s\u00FCn\u00FCz", -1, -1],
  ["s\u0131n\u0131z", -1, -1],
];
const a_16 = [
  ["lar", -1, -1],
  ["ler", -1, -1],
];
const a_17 = [
  ["niz", -1, -1],
  ["nuz", -1, -1],
  ["n\u00FCz", -1, -1],
  ["n\u0131z", -1, -1],
];
const a_18 = [
  ["dir", -1, -1],
  ["tir", -1, -1],
  ["dur", -1, -1],
  ["tur", -1, -1],
  ["d\u00FCr", -1, -1],
  ["t\u00FCr", -1, -1],
  ["d\u0131r", -1, -1],
  ["t\u0131r", -1, -1],
];
const a_19 = [
  ["cas\u0131na", -1, -1],
  ["cesine", -1, -1],
];
const a_20 = [
  ["di", -1, -1],
  ["ti", -1, -1],
  ["dik", -1, -1],
  ["tik", -1, -1],
  ["duk", -1, -1],
  ["tuk", -1, -1],
  ["d\u00FCk", -1, -1],
  ["t\u00FCk", -1, -1],
  ["d\u0131k", -1, -1],
  ["t\u0131k", -1, -1],
  ["dim", -1, -1],
  ["tim", -1, -1],
  ["dum", -1, -1],
  ["tum", -1, -1],
  ["d\u00FCm", -1, -1],
  ["t\u00FCm", -1, -1],
  ["d\u0131m", -1, -1],
  ["t\u0131m", -1, -1],
  ["din", -1, -1],
  ["tin", -1, -1],
  ["dun", -1, -1],
  ["tun", -1, -1],
  ["d\u00FCn", -1, -1],
  ["t\u00FCn", -1, -1],
  ["d\u0131n", -1, -1],
  ["t\u0131n", -1, -1],
  ["du", -1, -1],
  ["tu", -1, -1],
  ["d\u00FC", -1, -1],
  ["t\u00FC", -1, -1],
  ["d\u0131", -1, -1],
  ["t\u0131", -1, -1],
];
const a_21 = [
  ["sa", -1, -1],
  ["se", -1, -1],
  ["sak", -1, -1],
  ["sek", -1, -1],
  ["sam", -1, -1],
  ["sem", -1, -1],
  ["san", -1, -1],
  ["sen", -1, -1],
];
const a_22 = [
  ["mi\u015F", -1, -1],
  ["mu\u015F", -1, -1],
  ["m\u00FC\u015F", -1, -1],
  ["m\u0131\u015F", -1, -1],
];
const a_23 = [
  ["b", -1, 1],
  ["c", -1, 2],
  ["d", -1, 3],
  ["\u011F", -1, 4],
];
const g_vowel = [17, 65, 16, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 32, 8, 0, 0, 0, 0, 0, 0, 1];
const g_U = [1, 16, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 8, 0, 0, 0, 0, 0, 0, 1];
const g_vowel1 = [1, 64, 16, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1];
const g_vowel2 = [17, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 130];
const g_vowel3 = [1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1];
const g_vowel4 = [17];
const g_vowel5 = [65];
const g_vowel6 = [65];
class Program extends SnowballProgram {
  B_continue_stemming_noun_suffixes = false;
  I_strlen = 0;
  r_check_vowel_harmony() {
    var v_1 = undefined;
    var v_2 = undefined;
    var v_3 = undefined;
    var v_4 = undefined;
    var v_5 = undefined;
    var v_6 = undefined;
    var v_7 = undefined;
    var v_8 = undefined;
    var v_9 = undefined;
    var v_10 = undefined;
    var v_11 = undefined;
    v_1 = this.limit - this.cursor;

    golab0: while (true) {
      v_2 = this.limit - this.cursor;

      lab1: do {
        if (!this.inGroupBefore(g_vowel, 97, 305)) {
          break lab1;
        }

        this.cursor = this.limit - v_2;
        break golab0;
      } while (false);

      this.cursor = this.limit - v_2;

      if (this.cursor <= this.limit_backward) {
        return false;
      }

      this.cursor--;
    }

    lab2: do {
      v_3 = this.limit - this.cursor;

      lab3: do {
        if (!this.equalsBefore("a")) {
          break lab3;
        }

        golab4: while (true) {
          v_4 = this.limit - this.cursor;

          lab5: do {
            if (!this.inGroupBefore(g_vowel1, 97, 305)) {
              break lab5;
            }

            this.cursor = this.limit - v_4;
            break golab4;
          } while (false);

          this.cursor = this.limit - v_4;

          if (this.cursor <= this.limit_backward) {
            break lab3;
          }

          this.cursor--;
        }

        break lab2;
      } while (false);

      this.cursor = this.limit - v_3;

      lab6: do {
        if (!this.equalsBefore("e")) {
          break lab6;
        }

        golab7: while (true) {
          v_5 = this.limit - this.cursor;

          lab8: do {
            if (!this.inGroupBefore(g_vowel2, 101, 252)) {
              break lab8;
            }

            this.cursor = this.limit - v_5;
            break golab7;
          } while (false);

          this.cursor = this.limit - v_5;

          if (this.cursor <= this.limit_backward) {
            break lab6;
          }

          this.cursor--;
        }

        break lab2;
      } while (false);

      this.cursor = this.limit - v_3;

      lab9: do {
        if (!this.equalsBefore("\u0131")) {
          break lab9;
        }

        golab10: while (true) {
          v_6 = this.limit - this.cursor;

          lab11: do {
            if (!this.inGroupBefore(g_vowel3, 97, 305)) {
              break lab11;
            }

            this.cursor = this.limit - v_6;
            break golab10;
          } while (false);

          this.cursor = this.limit - v_6;

          if (this.cursor <= this.limit_backward) {
            break lab9;
          }

          this.cursor--;
        }

        break lab2;
      } while (false);

      this.cursor = this.limit - v_3;

      lab12: do {
        if (!this.equalsBefore("i")) {
          break lab12;
        }

        golab13: while (true) {
          v_7 = this.limit - this.cursor;

          lab14: do {
            if (!this.inGroupBefore(g_vowel4, 101, 105)) {
              break lab14;
            }

            this.cursor = this.limit - v_7;
            break golab13;
          } while (false);

          this.cursor = this.limit - v_7;

          if (this.cursor <= this.limit_backward) {
            break lab12;
          }

          this.cursor--;
        }

        break lab2;
      } while (false);

      this.cursor = this.limit - v_3;

      lab15: do {
        if (!this.equalsBefore("o")) {
          break lab15;
        }

        golab16: while (true) {
          v_8 = this.limit - this.cursor;

          lab17: do {
            if (!this.inGroupBefore(g_vowel5, 111, 117)) {
              break lab17;
            }

            this.cursor = this.limit - v_8;
            break golab16;
          } while (false);

          this.cursor = this.limit - v_8;

          if (this.cursor <= this.limit_backward) {
            break lab15;
          }

          this.cursor--;
        }

        break lab2;
      } while (false);

      this.cursor = this.limit - v_3;

      lab18: do {
        if (!this.equalsBefore("\u00F6")) {
          break lab18;
        }

        golab19: while (true) {
          v_9 = this.limit - this.cursor;

          lab20: do {
            if (!this.inGroupBefore(g_vowel6, 246, 252)) {
              break lab20;
            }

            this.cursor = this.limit - v_9;
            break golab19;
          } while (false);

          this.cursor = this.limit - v_9;

          if (this.cursor <= this.limit_backward) {
            break lab18;
          }

          this.cursor--;
        }

        break lab2;
      } while (false);

      this.cursor = this.limit - v_3;

      lab21: do {
        if (!this.equalsBefore("u")) {
          break lab21;
        }

        golab22: while (true) {
          v_10 = this.limit - this.cursor;

          lab23: do {
            if (!this.inGroupBefore(g_vowel5, 111, 117)) {
              break lab23;
            }

            this.cursor = this.limit - v_10;
            break golab22;
          } while (false);

          this.cursor = this.limit - v_10;

          if (this.cursor <= this.limit_backward) {
            break lab21;
          }

          this.cursor--;
        }

        break lab2;
      } while (false);

      this.cursor = this.limit - v_3;

      if (!this.equalsBefore("\u00FC")) {
        return false;
      }

      golab24: while (true) {
        v_11 = this.limit - this.cursor;

        lab25: do {
          if (!this.inGroupBefore(g_vowel6, 246, 252)) {
            break lab25;
          }

          this.cursor = this.limit - v_11;
          break golab24;
        } while (false);

        this.cursor = this.limit - v_11;

        if (this.cursor <= this.limit_backward) {
          return false;
        }

        this.cursor--;
      }
    } while (false);

    this.cursor = this.limit - v_1;
    return true;
  }
  r_mark_suffix_with_optional_n_consonant() {
    var v_1 = undefined;
    var v_2 = undefined;
    var v_3 = undefined;
    var v_4 = undefined;
    var v_5 = undefined;

    lab0: do {
      v_1 = this.limit - this.cursor;

      lab1: do {
        if (!this.equalsBefore("n")) {
          break lab1;
        }

        v_2 = this.limit - this.cursor;

        if (!this.inGroupBefore(g_vowel, 97, 305)) {
          break lab1;
        }

        this.cursor = this.limit - v_2;
        break lab0;
      } while (false);

      this.cursor = this.limit - v_1;
      {
        v_3 = this.limit - this.cursor;

        lab2: do {
          v_4 = this.limit - this.cursor;

          if (!this.equalsBefore("n")) {
            break lab2;
          }

          this.cursor = this.limit - v_4;
          return false;
        } while (false);

        this.cursor = this.limit - v_3;
      }
      v_5 = this.limit - this.cursor;

      if (this.cursor <= this.limit_backward) {
        return false;
      }

      this.cursor--;

      if (!this.inGroupBefore(g_vowel, 97, 305)) {
        return false;
      }

      this.cursor = this.limit - v_5;
    } while (false);

    return true;
  }
  r_mark_suffix_with_optional_s_consonant() {
    var v_1 = undefined;
    var v_2 = undefined;
    var v_3 = undefined;
    var v_4 = undefined;
    var v_5 = undefined;

    lab0: do {
      v_1 = this.limit - this.cursor;

      lab1: do {
        if (!this.equalsBefore("s")) {
          break lab1;
        }

        v_2 = this.limit - this.cursor;

        if (!this.inGroupBefore(g_vowel, 97, 305)) {
          break lab1;
        }

        this.cursor = this.limit - v_2;
        break lab0;
      } while (false);

      this.cursor = this.limit - v_1;
      {
        v_3 = this.limit - this.cursor;

        lab2: do {
          v_4 = this.limit - this.cursor;

          if (!this.equalsBefore("s")) {
            break lab2;
          }

          this.cursor = this.limit - v_4;
          return false;
        } while (false);

        this.cursor = this.limit - v_3;
      }
      v_5 = this.limit - this.cursor;

      if (this.cursor <= this.limit_backward) {
        return false;
      }

      this.cursor--;

      if (!this.inGroupBefore(g_vowel, 97, 305)) {
        return false;
      }

      this.cursor = this.limit - v_5;
    } while (false);

    return true;
  }
  r_mark_suffix_with_optional_y_consonant() {
    var v_1 = undefined;
    var v_2 = undefined;
    var v_3 = undefined;
    var v_4 = undefined;
    var v_5 = undefined;

    lab0: do {
      v_1 = this.limit - this.cursor;

      lab1: do {
        if (!this.equalsBefore("y")) {
          break lab1;
        }

        v_2 = this.limit - this.cursor;

        if (!this.inGroupBefore(g_vowel, 97, 305)) {
          break lab1;
        }

        this.cursor = this.limit - v_2;
        break lab0;
      } while (false);

      this.cursor = this.limit - v_1;
      {
        v_3 = this.limit - this.cursor;

        lab2: do {
          v_4 = this.limit - this.cursor;

          if (!this.equalsBefore("y")) {
            break lab2;
          }

          this.cursor = this.limit - v_4;
          return false;
        } while (false);

        this.cursor = this.limit - v_3;
      }
      v_5 = this.limit - this.cursor;

      if (this.cursor <= this.limit_backward) {
        return false;
      }

      this.cursor--;

      if (!this.inGroupBefore(g_vowel, 97, 305)) {
        return false;
      }

      this.cursor = this.limit - v_5;
    } while (false);

    return true;
  }
  r_mark_suffix_with_optional_U_vowel() {
    var v_1 = undefined;
    var v_2 = undefined;
    var v_3 = undefined;
    var v_4 = undefined;
    var v_5 = undefined;

    lab0: do {
      v_1 = this.limit - this.cursor;

      lab1: do {
        if (!this.inGroupBefore(g_U, 105, 305)) {
          break lab1;
        }

        v_2 = this.limit - this.cursor;

        if (!this.outOfGroupBefore(g_vowel, 97, 305)) {
          break lab1;
        }

        this.cursor = this.limit - v_2;
        break lab0;
      } while (false);

      this.cursor = this.limit - v_1;
      {
        v_3 = this.limit - this.cursor;

        lab2: do {
          v_4 = this.limit - this.cursor;

          if (!this.inGroupBefore(g_U, 105, 305)) {
            break lab2;
          }

          this.cursor = this.limit - v_4;
          return false;
        } while (false);

        this.cursor = this.limit - v_3;
      }
      v_5 = this.limit - this.cursor;

      if (this.cursor <= this.limit_backward) {
        return false;
      }

      this.cursor--;

      if (!this.outOfGroupBefore(g_vowel, 97, 305)) {
        return false;
      }

      this.cursor = this.limit - v_5;
    } while (false);

    return true;
  }
  r_mark_possessives() {
    if (this.findAmongBefore(a_0) === 0) {
      return false;
    }

    if (!this.r_mark_suffix_with_optional_U_vowel()) {
      return false;
    }

    return true;
  }
  r_mark_sU() {
    if (!this.r_check_vowel_harmony()) {
      return false;
    }

    if (!this.inGroupBefore(g_U, 105, 305)) {
      return false;
    }

    if (!this.r_mark_suffix_with_optional_s_consonant()) {
      return false;
    }

    return true;
  }
  r_mark_lArI() {
    if (this.findAmongBefore(a_1) === 0) {
      return false;
    }

    return true;
  }
  r_mark_yU() {
    if (!this.r_check_vowel_harmony()) {
      return false;
    }

    if (!this.inGroupBefore(g_U, 105, 305)) {
      return false;
    }

    if (!this.r_mark_suffix_with_optional_y_consonant()) {
      return false;
    }

    return true;
  }
  r_mark_nU() {
    if (!this.r_check_vowel_harmony()) {
      return false;
    }

    if (this.findAmongBefore(a_2) === 0) {
      return false;
    }

    return true;
  }
  r_mark_nUn() {
    if (!this.r_check_vowel_harmony()) {
      return false;
    }

    if (this.findAmongBefore(a_3) === 0) {
      return false;
    }

    if (!this.r_mark_suffix_with_optional_n_consonant()) {
      return false;
    }

    return true;
  }
  r_mark_yA() {
    if (!this.r_check_vowel_harmony()) {
      return false;
    }

    if (this.findAmongBefore(a_4) === 0) {
      return false;
    }

    if (!this.r_mark_suffix_with_optional_y_consonant()) {
      return false;
    }

    return true;
  }
  r_mark_nA() {
    if (!this.r_check_vowel_harmony()) {
      return false;
    }

    if (this.findAmongBefore(a_5) === 0) {
      return false;
    }

    return true;
  }
  r_mark_DA() {
    if (!this.r_check_vowel_harmony()) {
      return false;
    }

    if (this.findAmongBefore(a_6) === 0) {
      return false;
    }

    return true;
  }
  r_mark_ndA() {
    if (!this.r_check_vowel_harmony()) {
      return false;
    }

    if (this.findAmongBefore(a_7) === 0) {
      return false;
    }

    return true;
  }
  r_mark_DAn() {
    if (!this.r_check_vowel_harmony()) {
      return false;
    }

    if (this.findAmongBefore(a_8) === 0) {
      return false;
    }

    return true;
  }
  r_mark_ndAn() {
    if (!this.r_check_vowel_harmony()) {
      return false;
    }

    if (this.findAmongBefore(a_9) === 0) {
      return false;
    }

    return true;
  }
  r_mark_ylA() {
    if (!this.r_check_vowel_harmony()) {
      return false;
    }

    if (this.findAmongBefore(a_10) === 0) {
      return false;
    }

    if (!this.r_mark_suffix_with_optional_y_consonant()) {
      return false;
    }

    return true;
  }
  r_mark_ki() {
    if (!this.equalsBefore("ki")) {
      return false;
    }

    return true;
  }
  r_mark_ncA() {
    if (!this.r_check_vowel_harmony()) {
      return false;
    }

    if (this.findAmongBefore(a_11) === 0) {
      return false;
    }

    if (!this.r_mark_suffix_with_optional_n_consonant()) {
      return false;
    }

    return true;
  }
  r_mark_yUm() {
    if (!this.r_check_vowel_harmony()) {
      return false;
    }

    if (this.findAmongBefore(a_12) === 0) {
      return false;
    }

    if (!this.r_mark_suffix_with_optional_y_consonant()) {
      return false;
    }

    return true;
  }
  r_mark_sUn() {
    if (!this.r_check_vowel_harmony()) {
      return false;
    }

    if (this.findAmongBefore(a_13) === 0) {
      return false;
    }

    return true;
  }
  r_mark_yUz() {
    if (!this.r_check_vowel_harmony()) {
      return false;
    }

    if (this.findAmongBefore(a_14) === 0) {
      return false;
    }

    if (!this.r_mark_suffix_with_optional_y_consonant()) {
      return false;
    }

    return true;
  }
  r_mark_sUnUz() {
    if (this.findAmongBefore(a_15) === 0) {
      return false;
    }

    return true;
  }
  r_mark_lAr() {
    if (!this.r_check_vowel_harmony()) {
      return false;
    }

    if (this.findAmongBefore(a_16) === 0) {
      return false;
    }

    return true;
  }
  r_mark_nUz() {
    if (!this.r_check_vowel_harmony()) {
      return false;
    }

    if (this.findAmongBefore(a_17) === 0) {
      return false;
    }

    return true;
  }
  r_mark_DUr() {
    if (!this.r_check_vowel_harmony()) {
      return false;
    }

    if (this.findAmongBefore(a_18) === 0) {
      return false;
    }

    return true;
  }
  r_mark_cAsInA() {
    if (this.findAmongBefore(a_19) === 0) {
      return false;
    }

    return true;
  }
  r_mark_yDU() {
    if (!this.r_check_vowel_harmony()) {
      return false;
    }

    if (this.findAmongBefore(a_20) === 0) {
      return false;
    }

    if (!this.r_mark_suffix_with_optional_y_consonant()) {
      return false;
    }

    return true;
  }
  r_mark_ysA() {
    if (this.findAmongBefore(a_21) === 0) {
      return false;
    }

    if (!this.r_mark_suffix_with_optional_y_consonant()) {
      return false;
    }

    return true;
  }
  r_mark_ymUs_() {
    if (!this.r_check_vowel_harmony()) {
      return false;
    }

    if (this.findAmongBefore(a_22) === 0) {
      return false;
    }

    if (!this.r_mark_suffix_with_optional_y_consonant()) {
      return false;
    }

    return true;
  }
  r_mark_yken() {
    if (!this.equalsBefore("ken")) {
      return false;
    }

    if (!this.r_mark_suffix_with_optional_y_consonant()) {
      return false;
    }

    return true;
  }
  r_stem_nominal_verb_suffixes() {
    var v_1 = undefined;
    var v_2 = undefined;
    var v_3 = undefined;
    var v_4 = undefined;
    var v_5 = undefined;
    var v_6 = undefined;
    var v_7 = undefined;
    var v_8 = undefined;
    var v_9 = undefined;
    var v_10 = undefined;
    this.ket = this.cursor;
    this.B_continue_stemming_noun_suffixes = true;

    lab0: do {
      v_1 = this.limit - this.cursor;

      lab1: do {
        lab2: do {
          v_2 = this.limit - this.cursor;

          lab3: do {
            if (!this.r_mark_ymUs_()) {
              break lab3;
            }

            break lab2;
          } while (false);

          this.cursor = this.limit - v_2;

          lab4: do {
            if (!this.r_mark_yDU()) {
              break lab4;
            }

            break lab2;
          } while (false);

          this.cursor = this.limit - v_2;

          lab5: do {
            if (!this.r_mark_ysA()) {
              break lab5;
            }

            break lab2;
          } while (false);

          this.cursor = this.limit - v_2;

          if (!this.r_mark_yken()) {
            break lab1;
          }
        } while (false);

        break lab0;
      } while (false);

      this.cursor = this.limit - v_1;

      lab6: do {
        if (!this.r_mark_cAsInA()) {
          break lab6;
        }

        lab7: do {
          v_3 = this.limit - this.cursor;

          lab8: do {
            if (!this.r_mark_sUnUz()) {
              break lab8;
            }

            break lab7;
          } while (false);

          this.cursor = this.limit - v_3;

          lab9: do {
            if (!this.r_mark_lAr()) {
              break lab9;
            }

            break lab7;
          } while (false);

          this.cursor = this.limit - v_3;

          lab10: do {
            if (!this.r_mark_yUm()) {
              break lab10;
            }

            break lab7;
          } while (false);

          this.cursor = this.limit - v_3;

          lab11: do {
            if (!this.r_mark_sUn()) {
              break lab11;
            }

            break lab7;
          } while (false);

          this.cursor = this.limit - v_3;

          lab12: do {
            if (!this.r_mark_yUz()) {
              break lab12;
            }

            break lab7;
          } while (false);

          this.cursor = this.limit - v_3;
        } while (false);

        if (!this.r_mark_ymUs_()) {
          break lab6;
        }

        break lab0;
      } while (false);

      this.cursor = this.limit - v_1;

      lab13: do {
        if (!this.r_mark_lAr()) {
          break lab13;
        }

        this.bra = this.cursor;
        this.removeSlice();
        v_4 = this.limit - this.cursor;

        lab14: do {
          this.ket = this.cursor;

          lab15: do {
            v_5 = this.limit - this.cursor;

            lab16: do {
              if (!this.r_mark_DUr()) {
                break lab16;
              }

              break lab15;
            } while (false);

            this.cursor = this.limit - v_5;

            lab17: do {
              if (!this.r_mark_yDU()) {
                break lab17;
              }

              break lab15;
            } while (false);

            this.cursor = this.limit - v_5;

            lab18: do {
              if (!this.r_mark_ysA()) {
                break lab18;
              }

              break lab15;
            } while (false);

            this.cursor = this.limit - v_5;

            if (!this.r_mark_ymUs_()) {
              this.cursor = this.limit - v_4;
              break lab14;
            }
          } while (false);
        } while (false);

        this.B_continue_stemming_noun_suffixes = false;
        break lab0;
      } while (false);

      this.cursor = this.limit - v_1;

      lab19: do {
        if (!this.r_mark_nUz()) {
          break lab19;
        }

        lab20: do {
          v_6 = this.limit - this.cursor;

          lab21: do {
            if (!this.r_mark_yDU()) {
              break lab21;
            }

            break lab20;
          } while (false);

          this.cursor = this.limit - v_6;

          if (!this.r_mark_ysA()) {
            break lab19;
          }
        } while (false);

        break lab0;
      } while (false);

      this.cursor = this.limit - v_1;

      lab22: do {
        lab23: do {
          v_7 = this.limit - this.cursor;

          lab24: do {
            if (!this.r_mark_sUnUz()) {
              break lab24;
            }

            break lab23;
          } while (false);

          this.cursor = this.limit - v_7;

          lab25: do {
            if (!this.r_mark_yUz()) {
              break lab25;
            }

            break lab23;
          } while (false);

          this.cursor = this.limit - v_7;

          lab26: do {
            if (!this.r_mark_sUn()) {
              break lab26;
            }

            break lab23;
          } while (false);

          this.cursor = this.limit - v_7;

          if (!this.r_mark_yUm()) {
            break lab22;
          }
        } while (false);

        this.bra = this.cursor;
        this.removeSlice();
        v_8 = this.limit - this.cursor;

        lab27: do {
          this.ket = this.cursor;

          if (!this.r_mark_ymUs_()) {
            this.cursor = this.limit - v_8;
            break lab27;
          }
        } while (false);

        break lab0;
      } while (false);

      this.cursor = this.limit - v_1;

      if (!this.r_mark_DUr()) {
        return false;
      }

      this.bra = this.cursor;
      this.removeSlice();
      v_9 = this.limit - this.cursor;

      lab28: do {
        this.ket = this.cursor;

        lab29: do {
          v_10 = this.limit - this.cursor;

          lab30: do {
            if (!this.r_mark_sUnUz()) {
              break lab30;
            }

            break lab29;
          } while (false);

          this.cursor = this.limit - v_10;

          lab31: do {
            if (!this.r_mark_lAr()) {
              break lab31;
            }

            break lab29;
          } while (false);

          this.cursor = this.limit - v_10;

          lab32: do {
            if (!this.r_mark_yUm()) {
              break lab32;
            }

            break lab29;
          } while (false);

          this.cursor = this.limit - v_10;

          lab33: do {
            if (!this.r_mark_sUn()) {
              break lab33;
            }

            break lab29;
          } while (false);

          this.cursor = this.limit - v_10;

          lab34: do {
            if (!this.r_mark_yUz()) {
              break lab34;
            }

            break lab29;
          } while (false);

          this.cursor = this.limit - v_10;
        } while (false);

        if (!this.r_mark_ymUs_()) {
          this.cursor = this.limit - v_9;
          break lab28;
        }
      } while (false);
    } while (false);

    this.bra = this.cursor;
    this.removeSlice();
    return true;
  }
  r_stem_suffix_chain_before_ki() {
    var v_1 = undefined;
    var v_2 = undefined;
    var v_3 = undefined;
    var v_4 = undefined;
    var v_5 = undefined;
    var v_6 = undefined;
    var v_7 = undefined;
    var v_8 = undefined;
    var v_9 = undefined;
    var v_10 = undefined;
    var v_11 = undefined;
    this.ket = this.cursor;

    if (!this.r_mark_ki()) {
      return false;
    }

    lab0: do {
      v_1 = this.limit - this.cursor;

      lab1: do {
        if (!this.r_mark_DA()) {
          break lab1;
        }

        this.bra = this.cursor;
        this.removeSlice();
        v_2 = this.limit - this.cursor;

        lab2: do {
          this.ket = this.cursor;

          lab3: do {
            v_3 = this.limit - this.cursor;

            lab4: do {
              if (!this.r_mark_lAr()) {
                break lab4;
              }

              this.bra = this.cursor;
              this.removeSlice();
              v_4 = this.limit - this.cursor;

              lab5: do {
                if (!this.r_stem_suffix_chain_before_ki()) {
                  this.cursor = this.limit - v_4;
                  break lab5;
                }
              } while (false);

              break lab3;
            } while (false);

            this.cursor = this.limit - v_3;

            if (!this.r_mark_possessives()) {
              this.cursor = this.limit - v_2;
              break lab2;
            }

            this.bra = this.cursor;
            this.removeSlice();
            v_5 = this.limit - this.cursor;

            lab6: do {
              this.ket = this.cursor;

              if (!this.r_mark_lAr()) {
                this.cursor = this.limit - v_5;
                break lab6;
              }

              this.bra = this.cursor;
              this.removeSlice();

              if (!this.r_stem_suffix_chain_before_ki()) {
                this.cursor = this.limit - v_5;
                break lab6;
              }
            } while (false);
          } while (false);
        } while (false);

        break lab0;
      } while (false);

      this.cursor = this.limit - v_1;

      lab7: do {
        if (!this.r_mark_nUn()) {
          break lab7;
        }

        this.bra = this.cursor;
        this.removeSlice();
        v_6 = this.limit - this.cursor;

        lab8: do {
          this.ket = this.cursor;

          lab9: do {
            v_7 = this.limit - this.cursor;

            lab10: do {
              if (!this.r_mark_lArI()) {
                break lab10;
              }

              this.bra = this.cursor;
              this.removeSlice();
              break lab9;
            } while (false);

            this.cursor = this.limit - v_7;

            lab11: do {
              this.ket = this.cursor;

              lab12: do {
                v_8 = this.limit - this.cursor;

                lab13: do {
                  if (!this.r_mark_possessives()) {
                    break lab13;
                  }

                  break lab12;
                } while (false);

                this.cursor = this.limit - v_8;

                if (!this.r_mark_sU()) {
                  break lab11;
                }
              } while (false);

              this.bra = this.cursor;
              this.removeSlice();
              v_9 = this.limit - this.cursor;

              lab14: do {
                this.ket = this.cursor;

                if (!this.r_mark_lAr()) {
                  this.cursor = this.limit - v_9;
                  break lab14;
                }

                this.bra = this.cursor;
                this.removeSlice();

                if (!this.r_stem_suffix_chain_before_ki()) {
                  this.cursor = this.limit - v_9;
                  break lab14;
                }
              } while (false);

              break lab9;
            } while (false);

            this.cursor = this.limit - v_7;

            if (!this.r_stem_suffix_chain_before_ki()) {
              this.cursor = this.limit - v_6;
              break lab8;
            }
          } while (false);
        } while (false);

        break lab0;
      } while (false);

      this.cursor = this.limit - v_1;

      if (!this.r_mark_ndA()) {
        return false;
      }

      lab15: do {
        v_10 = this.limit - this.cursor;

        lab16: do {
          if (!this.r_mark_lArI()) {
            break lab16;
          }

          this.bra = this.cursor;
          this.removeSlice();
          break lab15;
        } while (false);

        this.cursor = this.limit - v_10;

        lab17: do {
          if (!this.r_mark_sU()) {
            break lab17;
          }

          this.bra = this.cursor;
          this.removeSlice();
          v_11 = this.limit - this.cursor;

          lab18: do {
            this.ket = this.cursor;

            if (!this.r_mark_lAr()) {
              this.cursor = this.limit - v_11;
              break lab18;
            }

            this.bra = this.cursor;
            this.removeSlice();

            if (!this.r_stem_suffix_chain_before_ki()) {
              this.cursor = this.limit - v_11;
              break lab18;
            }
          } while (false);

          break lab15;
        } while (false);

        this.cursor = this.limit - v_10;

        if (!this.r_stem_suffix_chain_before_ki()) {
          return false;
        }
      } while (false);
    } while (false);

    return true;
  }
  r_stem_noun_suffixes() {
    var v_1 = undefined;
    var v_2 = undefined;
    var v_3 = undefined;
    var v_4 = undefined;
    var v_5 = undefined;
    var v_6 = undefined;
    var v_7 = undefined;
    var v_8 = undefined;
    var v_9 = undefined;
    var v_10 = undefined;
    var v_11 = undefined;
    var v_12 = undefined;
    var v_13 = undefined;
    var v_14 = undefined;
    var v_15 = undefined;
    var v_16 = undefined;
    var v_17 = undefined;
    var v_18 = undefined;
    var v_19 = undefined;
    var v_20 = undefined;
    var v_21 = undefined;
    var v_22 = undefined;
    var v_23 = undefined;
    var v_24 = undefined;
    var v_25 = undefined;
    var v_26 = undefined;
    var v_27 = undefined;

    lab0: do {
      v_1 = this.limit - this.cursor;

      lab1: do {
        this.ket = this.cursor;

        if (!this.r_mark_lAr()) {
          break lab1;
        }

        this.bra = this.cursor;
        this.removeSlice();
        v_2 = this.limit - this.cursor;

        lab2: do {
          if (!this.r_stem_suffix_chain_before_ki()) {
            this.cursor = this.limit - v_2;
            break lab2;
          }
        } while (false);

        break lab0;
      } while (false);

      this.cursor = this.limit - v_1;

      lab3: do {
        this.ket = this.cursor;

        if (!this.r_mark_ncA()) {
          break lab3;
        }

        this.bra = this.cursor;
        this.removeSlice();
        v_3 = this.limit - this.cursor;

        lab4: do {
          lab5: do {
            v_4 = this.limit - this.cursor;

            lab6: do {
              this.ket = this.cursor;

              if (!this.r_mark_lArI()) {
                break lab6;
              }

              this.bra = this.cursor;
              this.removeSlice();
              break lab5;
            } while (false);

            this.cursor = this.limit - v_4;

            lab7: do {
              this.ket = this.cursor;

              lab8: do {
                v_5 = this.limit - this.cursor;

                lab9: do {
                  if (!this.r_mark_possessives()) {
                    break lab9;
                  }

                  break lab8;
                } while (false);

                this.cursor = this.limit - v_5;

                if (!this.r_mark_sU()) {
                  break lab7;
                }
              } while (false);

              this.bra = this.cursor;
              this.removeSlice();
              v_6 = this.limit - this.cursor;

              lab10: do {
                this.ket = this.cursor;

                if (!this.r_mark_lAr()) {
                  this.cursor = this.limit - v_6;
                  break lab10;
                }

                this.bra = this.cursor;
                this.removeSlice();

                if (!this.r_stem_suffix_chain_before_ki()) {
                  this.cursor = this.limit - v_6;
                  break lab10;
                }
              } while (false);

              break lab5;
            } while (false);

            this.cursor = this.limit - v_4;
            this.ket = this.cursor;

            if (!this.r_mark_lAr()) {
              this.cursor = this.limit - v_3;
              break lab4;
            }

            this.bra = this.cursor;
            this.removeSlice();

            if (!this.r_stem_suffix_chain_before_ki()) {
              this.cursor = this.limit - v_3;
              break lab4;
            }
          } while (false);
        } while (false);

        break lab0;
      } while (false);

      this.cursor = this.limit - v_1;

      lab11: do {
        this.ket = this.cursor;

        lab12: do {
          v_7 = this.limit - this.cursor;

          lab13: do {
            if (!this.r_mark_ndA()) {
              break lab13;
            }

            break lab12;
          } while (false);

          this.cursor = this.limit - v_7;

          if (!this.r_mark_nA()) {
            break lab11;
          }
        } while (false);

        lab14: do {
          v_8 = this.limit - this.cursor;

          lab15: do {
            if (!this.r_mark_lArI()) {
              break lab15;
            }

            this.bra = this.cursor;
            this.removeSlice();
            break lab14;
          } while (false);

          this.cursor = this.limit - v_8;

          lab16: do {
            if (!this.r_mark_sU()) {
              break lab16;
            }

            this.bra = this.cursor;
            this.removeSlice();
            v_9 = this.limit - this.cursor;

            lab17: do {
              this.ket = this.cursor;

              if (!this.r_mark_lAr()) {
                this.cursor = this.limit - v_9;
                break lab17;
              }

              this.bra = this.cursor;
              this.removeSlice();

              if (!this.r_stem_suffix_chain_before_ki()) {
                this.cursor = this.limit - v_9;
                break lab17;
              }
            } while (false);

            break lab14;
          } while (false);

          this.cursor = this.limit - v_8;

          if (!this.r_stem_suffix_chain_before_ki()) {
            break lab11;
          }
        } while (false);

        break lab0;
      } while (false);

      this.cursor = this.limit - v_1;

      lab18: do {
        this.ket = this.cursor;

        lab19: do {
          v_10 = this.limit - this.cursor;

          lab20: do {
            if (!this.r_mark_ndAn()) {
              break lab20;
            }

            break lab19;
          } while (false);

          this.cursor = this.limit - v_10;

          if (!this.r_mark_nU()) {
            break lab18;
          }
        } while (false);

        lab21: do {
          v_11 = this.limit - this.cursor;

          lab22: do {
            if (!this.r_mark_sU()) {
              break lab22;
            }

            this.bra = this.cursor;
            this.removeSlice();
            v_12 = this.limit - this.cursor;

            lab23: do {
              this.ket = this.cursor;

              if (!this.r_mark_lAr()) {
                this.cursor = this.limit - v_12;
                break lab23;
              }

              this.bra = this.cursor;
              this.removeSlice();

              if (!this.r_stem_suffix_chain_before_ki()) {
                this.cursor = this.limit - v_12;
                break lab23;
              }
            } while (false);

            break lab21;
          } while (false);

          this.cursor = this.limit - v_11;

          if (!this.r_mark_lArI()) {
            break lab18;
          }
        } while (false);

        break lab0;
      } while (false);

      this.cursor = this.limit - v_1;

      lab24: do {
        this.ket = this.cursor;

        if (!this.r_mark_DAn()) {
          break lab24;
        }

        this.bra = this.cursor;
        this.removeSlice();
        v_13 = this.limit - this.cursor;

        lab25: do {
          this.ket = this.cursor;

          lab26: do {
            v_14 = this.limit - this.cursor;

            lab27: do {
              if (!this.r_mark_possessives()) {
                break lab27;
              }

              this.bra = this.cursor;
              this.removeSlice();
              v_15 = this.limit - this.cursor;

              lab28: do {
                this.ket = this.cursor;

                if (!this.r_mark_lAr()) {
                  this.cursor = this.limit - v_15;
                  break lab28;
                }

                this.bra = this.cursor;
                this.removeSlice();

                if (!this.r_stem_suffix_chain_before_ki()) {
                  this.cursor = this.limit - v_15;
                  break lab28;
                }
              } while (false);

              break lab26;
            } while (false);

            this.cursor = this.limit - v_14;

            lab29: do {
              if (!this.r_mark_lAr()) {
                break lab29;
              }

              this.bra = this.cursor;
              this.removeSlice();
              v_16 = this.limit - this.cursor;

              lab30: do {
                if (!this.r_stem_suffix_chain_before_ki()) {
                  this.cursor = this.limit - v_16;
                  break lab30;
                }
              } while (false);

              break lab26;
            } while (false);

            this.cursor = this.limit - v_14;

            if (!this.r_stem_suffix_chain_before_ki()) {
              this.cursor = this.limit - v_13;
              break lab25;
            }
          } while (false);
        } while (false);

        break lab0;
      } while (false);

      this.cursor = this.limit - v_1;

      lab31: do {
        this.ket = this.cursor;

        lab32: do {
          v_17 = this.limit - this.cursor;

          lab33: do {
            if (!this.r_mark_nUn()) {
              break lab33;
            }

            break lab32;
          } while (false);

          this.cursor = this.limit - v_17;

          if (!this.r_mark_ylA()) {
            break lab31;
          }
        } while (false);

        this.bra = this.cursor;
        this.removeSlice();
        v_18 = this.limit - this.cursor;

        lab34: do {
          lab35: do {
            v_19 = this.limit - this.cursor;

            lab36: do {
              this.ket = this.cursor;

              if (!this.r_mark_lAr()) {
                break lab36;
              }

              this.bra = this.cursor;
              this.removeSlice();

              if (!this.r_stem_suffix_chain_before_ki()) {
                break lab36;
              }

              break lab35;
            } while (false);

            this.cursor = this.limit - v_19;

            lab37: do {
              this.ket = this.cursor;

              lab38: do {
                v_20 = this.limit - this.cursor;

                lab39: do {
                  if (!this.r_mark_possessives()) {
                    break lab39;
                  }

                  break lab38;
                } while (false);

                this.cursor = this.limit - v_20;

                if (!this.r_mark_sU()) {
                  break lab37;
                }
              } while (false);

              this.bra = this.cursor;
              this.removeSlice();
              v_21 = this.limit - this.cursor;

              lab40: do {
                this.ket = this.cursor;

                if (!this.r_mark_lAr()) {
                  this.cursor = this.limit - v_21;
                  break lab40;
                }

                this.bra = this.cursor;
                this.removeSlice();

                if (!this.r_stem_suffix_chain_before_ki()) {
                  this.cursor = this.limit - v_21;
                  break lab40;
                }
              } while (false);

              break lab35;
            } while (false);

            this.cursor = this.limit - v_19;

            if (!this.r_stem_suffix_chain_before_ki()) {
              this.cursor = this.limit - v_18;
              break lab34;
            }
          } while (false);
        } while (false);

        break lab0;
      } while (false);

      this.cursor = this.limit - v_1;

      lab41: do {
        this.ket = this.cursor;

        if (!this.r_mark_lArI()) {
          break lab41;
        }

        this.bra = this.cursor;
        this.removeSlice();
        break lab0;
      } while (false);

      this.cursor = this.limit - v_1;

      lab42: do {
        if (!this.r_stem_suffix_chain_before_ki()) {
          break lab42;
        }

        break lab0;
      } while (false);

      this.cursor = this.limit - v_1;

      lab43: do {
        this.ket = this.cursor;

        lab44: do {
          v_22 = this.limit - this.cursor;

          lab45: do {
            if (!this.r_mark_DA()) {
              break lab45;
            }

            break lab44;
          } while (false);

          this.cursor = this.limit - v_22;

          lab46: do {
            if (!this.r_mark_yU()) {
              break lab46;
            }

            break lab44;
          } while (false);

          this.cursor = this.limit - v_22;

          if (!this.r_mark_yA()) {
            break lab43;
          }
        } while (false);

        this.bra = this.cursor;
        this.removeSlice();
        v_23 = this.limit - this.cursor;

        lab47: do {
          this.ket = this.cursor;

          lab48: do {
            v_24 = this.limit - this.cursor;

            lab49: do {
              if (!this.r_mark_possessives()) {
                break lab49;
              }

              this.bra = this.cursor;
              this.removeSlice();
              v_25 = this.limit - this.cursor;

              lab50: do {
                this.ket = this.cursor;

                if (!this.r_mark_lAr()) {
                  this.cursor = this.limit - v_25;
                  break lab50;
                }
              } while (false);

              break lab48;
            } while (false);

            this.cursor = this.limit - v_24;

            if (!this.r_mark_lAr()) {
              this.cursor = this.limit - v_23;
              break lab47;
            }
          } while (false);

          this.bra = this.cursor;
          this.removeSlice();
          this.ket = this.cursor;

          if (!this.r_stem_suffix_chain_before_ki()) {
            this.cursor = this.limit - v_23;
            break lab47;
          }
        } while (false);

        break lab0;
      } while (false);

      this.cursor = this.limit - v_1;
      this.ket = this.cursor;

      lab51: do {
        v_26 = this.limit - this.cursor;

        lab52: do {
          if (!this.r_mark_possessives()) {
            break lab52;
          }

          break lab51;
        } while (false);

        this.cursor = this.limit - v_26;

        if (!this.r_mark_sU()) {
          return false;
        }
      } while (false);

      this.bra = this.cursor;
      this.removeSlice();
      v_27 = this.limit - this.cursor;

      lab53: do {
        this.ket = this.cursor;

        if (!this.r_mark_lAr()) {
          this.cursor = this.limit - v_27;
          break lab53;
        }

        this.bra = this.cursor;
        this.removeSlice();

        if (!this.r_stem_suffix_chain_before_ki()) {
          this.cursor = this.limit - v_27;
          break lab53;
        }
      } while (false);
    } while (false);

    return true;
  }
  r_post_process_last_consonants() {
    var among_var = undefined;
    this.ket = this.cursor;
    among_var = this.findAmongBefore(a_23);

    if (among_var === 0) {
      return false;
    }

    this.bra = this.cursor;

    switch (among_var) {
      case 0:
        return false;

      case 1:
        this.replaceSlice("p");
        break;

      case 2:
        this.replaceSlice("\u00E7");
        break;

      case 3:
        this.replaceSlice("t");
        break;

      case 4:
        this.replaceSlice("k");
        break;
    }

    return true;
  }
  r_append_U_to_stems_ending_with_d_or_g() {
    var v_1 = undefined;
    var v_2 = undefined;
    var v_3 = undefined;
    var v_4 = undefined;
    var v_5 = undefined;
    var v_6 = undefined;
    var v_7 = undefined;
    var v_8 = undefined;
    var v_9 = undefined;
    var v_10 = undefined;
    var v_11 = undefined;
    var v_12 = undefined;
    var v_13 = undefined;
    var v_14 = undefined;
    var v_15 = undefined;
    v_1 = this.limit - this.cursor;

    lab0: do {
      v_2 = this.limit - this.cursor;

      lab1: do {
        if (!this.equalsBefore("d")) {
          break lab1;
        }

        break lab0;
      } while (false);

      this.cursor = this.limit - v_2;

      if (!this.equalsBefore("g")) {
        return false;
      }
    } while (false);

    this.cursor = this.limit - v_1;

    lab2: do {
      v_3 = this.limit - this.cursor;

      lab3: do {
        v_4 = this.limit - this.cursor;

        golab4: while (true) {
          v_5 = this.limit - this.cursor;

          lab5: do {
            if (!this.inGroupBefore(g_vowel, 97, 305)) {
              break lab5;
            }

            this.cursor = this.limit - v_5;
            break golab4;
          } while (false);

          this.cursor = this.limit - v_5;

          if (this.cursor <= this.limit_backward) {
            break lab3;
          }

          this.cursor--;
        }

        lab6: do {
          v_6 = this.limit - this.cursor;

          lab7: do {
            if (!this.equalsBefore("a")) {
              break lab7;
            }

            break lab6;
          } while (false);

          this.cursor = this.limit - v_6;

          if (!this.equalsBefore("\u0131")) {
            break lab3;
          }
        } while (false);

        this.cursor = this.limit - v_4;
        {
          var c = this.cursor;
          this.insert(this.cursor, this.cursor, "\u0131");
          this.cursor = c;
        }
        break lab2;
      } while (false);

      this.cursor = this.limit - v_3;

      lab8: do {
        v_7 = this.limit - this.cursor;

        golab9: while (true) {
          v_8 = this.limit - this.cursor;

          lab10: do {
            if (!this.inGroupBefore(g_vowel, 97, 305)) {
              break lab10;
            }

            this.cursor = this.limit - v_8;
            break golab9;
          } while (false);

          this.cursor = this.limit - v_8;

          if (this.cursor <= this.limit_backward) {
            break lab8;
          }

          this.cursor--;
        }

        lab11: do {
          v_9 = this.limit - this.cursor;

          lab12: do {
            if (!this.equalsBefore("e")) {
              break lab12;
            }

            break lab11;
          } while (false);

          this.cursor = this.limit - v_9;

          if (!this.equalsBefore("i")) {
            break lab8;
          }
        } while (false);

        this.cursor = this.limit - v_7;
        {
          var c = this.cursor;
          this.insert(this.cursor, this.cursor, "i");
          this.cursor = c;
        }
        break lab2;
      } while (false);

      this.cursor = this.limit - v_3;

      lab13: do {
        v_10 = this.limit - this.cursor;

        golab14: while (true) {
          v_11 = this.limit - this.cursor;

          lab15: do {
            if (!this.inGroupBefore(g_vowel, 97, 305)) {
              break lab15;
            }

            this.cursor = this.limit - v_11;
            break golab14;
          } while (false);

          this.cursor = this.limit - v_11;

          if (this.cursor <= this.limit_backward) {
            break lab13;
          }

          this.cursor--;
        }

        lab16: do {
          v_12 = this.limit - this.cursor;

          lab17: do {
            if (!this.equalsBefore("o")) {
              break lab17;
            }

            break lab16;
          } while (false);

          this.cursor = this.limit - v_12;

          if (!this.equalsBefore("u")) {
            break lab13;
          }
        } while (false);

        this.cursor = this.limit - v_10;
        {
          var c = this.cursor;
          this.insert(this.cursor, this.cursor, "u");
          this.cursor = c;
        }
        break lab2;
      } while (false);

      this.cursor = this.limit - v_3;
      v_13 = this.limit - this.cursor;

      golab18: while (true) {
        v_14 = this.limit - this.cursor;

        lab19: do {
          if (!this.inGroupBefore(g_vowel, 97, 305)) {
            break lab19;
          }

          this.cursor = this.limit - v_14;
          break golab18;
        } while (false);

        this.cursor = this.limit - v_14;

        if (this.cursor <= this.limit_backward) {
          return false;
        }

        this.cursor--;
      }

      lab20: do {
        v_15 = this.limit - this.cursor;

        lab21: do {
          if (!this.equalsBefore("\u00F6")) {
            break lab21;
          }

          break lab20;
        } while (false);

        this.cursor = this.limit - v_15;

        if (!this.equalsBefore("\u00FC")) {
          return false;
        }
      } while (false);

      this.cursor = this.limit - v_13;
      {
        var c = this.cursor;
        this.insert(this.cursor, this.cursor, "\u00FC");
        this.cursor = c;
      }
    } while (false);

    return true;
  }
  r_more_than_one_syllable_word() {
    var v_1 = undefined;
    var v_3 = undefined;
    v_1 = this.cursor;
    {
      var v_2 = 2;

      replab0: while (true) {
        v_3 = this.cursor;

        lab1: do {
          golab2: while (true) {
            lab3: do {
              if (!this.inGroup(g_vowel, 97, 305)) {
                break lab3;
              }

              break golab2;
            } while (false);

            if (this.cursor >= this.limit) {
              break lab1;
            }

            this.cursor++;
          }

          v_2--;
          continue replab0;
        } while (false);

        this.cursor = v_3;
        break replab0;
      }

      if (v_2 > 0) {
        return false;
      }
    }
    this.cursor = v_1;
    return true;
  }
  r_is_reserved_word() {
    var v_1 = undefined;
    var v_2 = undefined;
    var v_4 = undefined;

    lab0: do {
      v_1 = this.cursor;

      lab1: do {
        v_2 = this.cursor;

        golab2: while (true) {
          lab3: do {
            if (!this.equals("ad")) {
              break lab3;
            }

            break golab2;
          } while (false);

          if (this.cursor >= this.limit) {
            break lab1;
          }

          this.cursor++;
        }

        this.I_strlen = 2;

        if (!(this.I_strlen === this.limit)) {
          break lab1;
        }

        this.cursor = v_2;
        break lab0;
      } while (false);

      this.cursor = v_1;
      v_4 = this.cursor;

      golab4: while (true) {
        lab5: do {
          if (!this.equals("soyad")) {
            break lab5;
          }

          break golab4;
        } while (false);

        if (this.cursor >= this.limit) {
          return false;
        }

        this.cursor++;
      }

      this.I_strlen = 5;

      if (!(this.I_strlen === this.limit)) {
        return false;
      }

      this.cursor = v_4;
    } while (false);

    return true;
  }
  r_postlude() {
    var v_1 = undefined;
    var v_2 = undefined;
    var v_3 = undefined;
    {
      v_1 = this.cursor;

      lab0: do {
        if (!this.r_is_reserved_word()) {
          break lab0;
        }

        return false;
      } while (false);

      this.cursor = v_1;
    }
    this.limit_backward = this.cursor;
    this.cursor = this.limit;
    v_2 = this.limit - this.cursor;

    lab1: do {
      if (!this.r_append_U_to_stems_ending_with_d_or_g()) {
        break lab1;
      }
    } while (false);

    this.cursor = this.limit - v_2;
    v_3 = this.limit - this.cursor;

    lab2: do {
      if (!this.r_post_process_last_consonants()) {
        break lab2;
      }
    } while (false);

    this.cursor = this.limit - v_3;
    this.cursor = this.limit_backward;
    return true;
  }
  run() {
    var v_1 = undefined;
    var v_2 = undefined;

    if (!this.r_more_than_one_syllable_word()) {
      return false;
    }

    this.limit_backward = this.cursor;
    this.cursor = this.limit;
    v_1 = this.limit - this.cursor;

    lab0: do {
      if (!this.r_stem_nominal_verb_suffixes()) {
        break lab0;
      }
    } while (false);

    this.cursor = this.limit - v_1;

    if (!this.B_continue_stemming_noun_suffixes) {
      return false;
    }

    v_2 = this.limit - this.cursor;

    lab1: do {
      if (!this.r_stem_noun_suffixes()) {
        break lab1;
      }
    } while (false);

    this.cursor = this.limit - v_2;
    this.cursor = this.limit_backward;

    if (!this.r_postlude()) {
      return false;
    }

    return true;
  }
}
export const STEMMER: SnowballProgram = new Program();
