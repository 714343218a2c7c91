// Made by `npm run gen` from the package snowball-stemmers 0.6.0 (ISC; the algorithms are Snowball's, BSD-3-Clause).
// @ts-nocheck: the package has no types.
import { SnowballProgram } from "../program.ts";
const a_0 = [
  ["", -1, 3],
  ["I", 0, 1],
  ["U", 0, 2],
];
const a_1 = [
  ["ea", -1, 3],
  ["a\u0163ia", -1, 7],
  ["aua", -1, 2],
  ["iua", -1, 4],
  ["a\u0163ie", -1, 7],
  ["ele", -1, 3],
  ["ile", -1, 5],
  ["iile", 6, 4],
  ["iei", -1, 4],
  ["atei", -1, 6],
  ["ii", -1, 4],
  ["ului", -1, 1],
  ["ul", -1, 1],
  ["elor", -1, 3],
  ["ilor", -1, 4],
  ["iilor", 14, 4],
];
const a_2 = [
  ["icala", -1, 4],
  ["iciva", -1, 4],
  ["ativa", -1, 5],
  ["itiva", -1, 6],
  ["icale", -1, 4],
  ["a\u0163iune", -1, 5],
  ["i\u0163iune", -1, 6],
  ["atoare", -1, 5],
  ["itoare", -1, 6],
  ["\u0103toare", -1, 5],
  ["icitate", -1, 4],
  ["abilitate", -1, 1],
  ["ibilitate", -1, 2],
  ["ivitate", -1, 3],
  ["icive", -1, 4],
  ["ative", -1, 5],
  ["itive", -1, 6],
  ["icali", -1, 4],
  ["atori", -1, 5],
  ["icatori", 18, 4],
  ["itori", -1, 6],
  ["\u0103tori", -1, 5],
  ["icitati", -1, 4],
  ["abilitati", -1, 1],
  ["ivitati", -1, 3],
  ["icivi", -1, 4],
  ["ativi", -1, 5],
  ["itivi", -1, 6],
  ["icit\u0103i", -1, 4],
  ["abilit\u0103i", -1, 1],
  ["ivit\u0103i", -1, 3],
  ["icit\u0103\u0163i", -1, 4],
  ["abilit\u0103\u0163i", -1, 1],
  ["ivit\u0103\u0163i", -1, 3],
  ["ical", -1, 4],
  ["ator", -1, 5],
  ["icator", 35, 4],
  ["itor", -1, 6],
  ["\u0103tor", -1, 5],
  ["iciv", -1, 4],
  ["ativ", -1, 5],
  ["itiv", -1, 6],
  ["ical\u0103", -1, 4],
  ["iciv\u0103", -1, 4],
  ["ativ\u0103", -1, 5],
  ["itiv\u0103", -1, 6],
];
const a_3 = [
  ["ica", -1, 1],
  ["abila", -1, 1],
  ["ibila", -1, 1],
  ["oasa", -1, 1],
  ["ata", -1, 1],
  ["ita", -1, 1],
  ["anta", -1, 1],
  ["ista", -1, 3],
  ["uta", -1, 1],
  ["iva", -1, 1],
  ["ic", -1, 1],
  ["ice", -1, 1],
  ["abile", -1, 1],
  ["ibile", -1, 1],
  ["isme", -1, 3],
  ["iune", -1, 2],
  ["oase", -1, 1],
  ["ate", -1, 1],
  ["itate", 17, 1],
  ["ite", -1, 1],
  ["ante", -1, 1],
  ["iste", -1, 3],
  ["ute", -1, 1],
  ["ive", -1, 1],
  ["ici", -1, 1],
  ["abili", -1, 1],
  ["ibili", -1, 1],
  ["iuni", -1, 2],
  ["atori", -1, 1],
  ["osi", -1, 1],
  ["ati", -1, 1],
  ["itati", 30, 1],
  ["iti", -1, 1],
  ["anti", -1, 1],
  ["isti", -1, 3],
  ["uti", -1, 1],
  ["i\u015Fti", -1, 3],
  ["ivi", -1, 1],
  ["it\u0103i", -1, 1],
  ["o\u015Fi", -1, 1],
  ["it\u0103\u0163i", -1, 1],
  ["abil", -1, 1],
  ["ibil", -1, 1],
  ["ism", -1, 3],
  ["ator", -1, 1],
  ["os", -1, 1],
  ["at", -1, 1],
  ["it", -1, 1],
  ["ant", -1, 1],
  ["ist", -1, 3],
  ["ut", -1, 1],
  ["iv", -1, 1],
  ["ic\u0103", -1, 1],
  ["abil\u0103", -1, 1],
  ["ibil\u0103", -1, 1],
  ["oas\u0103", -1, 1],
  ["at\u0103", -1, 1],
  ["it\u0103", -1, 1],
  ["ant\u0103", -1, 1],
  ["ist\u0103", -1, 3],
  ["ut\u0103", -1, 1],
  ["iv\u0103", -1, 1],
];
const a_4 = [
  ["ea", -1, 1],
  ["ia", -1, 1],
  ["esc", -1, 1],
  ["\u0103sc", -1, 1],
  ["ind", -1, 1],
  ["\u00E2nd", -1, 1],
  ["are", -1, 1],
  ["ere", -1, 1],
  ["ire", -1, 1],
  ["\u00E2re", -1, 1],
  ["se", -1, 2],
  ["ase", 10, 1],
  ["sese", 10, 2],
  ["ise", 10, 1],
  ["use", 10, 1],
  ["\u00E2se", 10, 1],
  ["e\u015Fte", -1, 1],
  ["\u0103\u015Fte", -1, 1],
  ["eze", -1, 1],
  ["ai", -1, 1],
  ["eai", 19, 1],
  ["iai", 19, 1],
  ["sei", -1, 2],
  ["e\u015Fti", -1, 1],
  ["\u0103\u015Fti", -1, 1],
  ["ui", -1, 1],
  ["ezi", -1, 1],
  ["\u00E2i", -1, 1],
  ["a\u015Fi", -1, 1],
  ["se\u015Fi", -1, 2],
  ["ase\u015Fi", 29, 1],
  ["sese\u015Fi", 29, 2],
  ["ise\u015Fi", 29, 1],
  ["use\u015Fi", 29, 1],
  ["\u00E2se\u015Fi", 29, 1],
  ["i\u015Fi", -1, 1],
  ["u\u015Fi", -1, 1],
  ["\u00E2\u015Fi", -1, 1],
  ["a\u0163i", -1, 2],
  ["ea\u0163i", 38, 1],
  ["ia\u0163i", 38, 1],
  ["e\u0163i", -1, 2],
  ["i\u0163i", -1, 2],
  ["\u00E2\u0163i", -1, 2],
  ["ar\u0103\u0163i", -1, 1],
  ["ser\u0103\u0163i", -1, 2],
  ["aser\u0103\u0163i", 45, 1],
  ["seser\u0103\u0163i", 45, 2],
  ["iser\u0103\u0163i", 45, 1],
  ["user\u0103\u0163i", 45, 1],
  ["\u00E2ser\u0103\u0163i", 45, 1],
  ["ir\u0103\u0163i", -1, 1],
  ["ur\u0103\u0163i", -1, 1],
  ["\u00E2r\u0103\u0163i", -1, 1],
  ["am", -1, 1],
  ["eam", 54, 1],
  ["iam", 54, 1],
  ["em", -1, 2],
  ["asem", 57, 1],
  ["sesem", 57, 2],
  ["isem", 57, 1],
  ["usem", 57, 1],
  ["\u00E2sem", 57, 1],
  ["im", -1, 2],
  ["\u00E2m", -1, 2],
  ["\u0103m", -1, 2],
  ["ar\u0103m", 65, 1],
  ["ser\u0103m", 65, 2],
  ["aser\u0103m", 67, 1],
  ["seser\u0103m", 67, 2],
  ["iser\u0103m", 67, 1],
  ["user\u0103m", 67, 1],
  ["\u00E2ser\u0103m", 67, 1],
  ["ir\u0103m", 65, 1],
  ["ur\u0103m", 65, 1],
  ["\u00E2r\u0103m", 65, 1],
  ["au", -1, 1],
  ["eau", 76, 1],
  ["iau", 76, 1],
  ["indu", -1, 1],
  ["\u00E2ndu", -1, 1],
  ["ez", -1, 1],
  ["easc\u0103", -1, 1],
  ["ar\u0103", -1, 1],
  ["ser\u0103", -1, 2],
  ["aser\u0103", 84, 1],
  ["seser\u0103", 84, 2],
  ["iser\u0103", 84, 1],
  ["user\u0103", 84, 1],
  ["\u00E2ser\u0103", 84, 1],
  ["ir\u0103", -1, 1],
  ["ur\u0103", -1, 1],
  ["\u00E2r\u0103", -1, 1],
  ["eaz\u0103", -1, 1],
];
const a_5 = [
  ["a", -1, 1],
  ["e", -1, 1],
  ["ie", 1, 1],
  ["i", -1, 1],
  ["\u0103", -1, 1],
];
const g_v = [17, 65, 16, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 32, 0, 0, 4];
class Program extends SnowballProgram {
  B_standard_suffix_removed = false;
  I_p2 = 0;
  I_p1 = 0;
  I_pV = 0;
  r_prelude() {
    var v_1 = undefined;
    var v_2 = undefined;
    var v_3 = undefined;

    replab0: while (true) {
      v_1 = this.cursor;

      lab1: do {
        golab2: while (true) {
          v_2 = this.cursor;

          lab3: do {
            if (!this.inGroup(g_v, 97, 259)) {
              break lab3;
            }

            this.bra = this.cursor;

            lab4: do {
              v_3 = this.cursor;

              lab5: do {
                if (!this.equals("u")) {
                  break lab5;
                }

                this.ket = this.cursor;

                if (!this.inGroup(g_v, 97, 259)) {
                  break lab5;
                }

                this.replaceSlice("U");
                break lab4;
              } while (false);

              this.cursor = v_3;

              if (!this.equals("i")) {
                break lab3;
              }

              this.ket = this.cursor;

              if (!this.inGroup(g_v, 97, 259)) {
                break lab3;
              }

              this.replaceSlice("I");
            } while (false);

            this.cursor = v_2;
            break golab2;
          } while (false);

          this.cursor = v_2;

          if (this.cursor >= this.limit) {
            break lab1;
          }

          this.cursor++;
        }

        continue replab0;
      } while (false);

      this.cursor = v_1;
      break replab0;
    }

    return true;
  }
  r_mark_regions() {
    var v_1 = undefined;
    var v_2 = undefined;
    var v_3 = undefined;
    var v_6 = undefined;
    var v_8 = undefined;
    this.I_pV = this.limit;
    this.I_p1 = this.limit;
    this.I_p2 = this.limit;
    v_1 = this.cursor;

    lab0: do {
      lab1: do {
        v_2 = this.cursor;

        lab2: do {
          if (!this.inGroup(g_v, 97, 259)) {
            break lab2;
          }

          lab3: do {
            v_3 = this.cursor;

            lab4: do {
              if (!this.outOfGroup(g_v, 97, 259)) {
                break lab4;
              }

              golab5: while (true) {
                lab6: do {
                  if (!this.inGroup(g_v, 97, 259)) {
                    break lab6;
                  }

                  break golab5;
                } while (false);

                if (this.cursor >= this.limit) {
                  break lab4;
                }

                this.cursor++;
              }

              break lab3;
            } while (false);

            this.cursor = v_3;

            if (!this.inGroup(g_v, 97, 259)) {
              break lab2;
            }

            golab7: while (true) {
              lab8: do {
                if (!this.outOfGroup(g_v, 97, 259)) {
                  break lab8;
                }

                break golab7;
              } while (false);

              if (this.cursor >= this.limit) {
                break lab2;
              }

              this.cursor++;
            }
          } while (false);

          break lab1;
        } while (false);

        this.cursor = v_2;

        if (!this.outOfGroup(g_v, 97, 259)) {
          break lab0;
        }

        lab9: do {
          v_6 = this.cursor;

          lab10: do {
            if (!this.outOfGroup(g_v, 97, 259)) {
              break lab10;
            }

            golab11: while (true) {
              lab12: do {
                if (!this.inGroup(g_v, 97, 259)) {
                  break lab12;
                }

                break golab11;
              } while (false);

              if (this.cursor >= this.limit) {
                break lab10;
              }

              this.cursor++;
            }

            break lab9;
          } while (false);

          this.cursor = v_6;

          if (!this.inGroup(g_v, 97, 259)) {
            break lab0;
          }

          if (this.cursor >= this.limit) {
            break lab0;
          }

          this.cursor++;
        } while (false);
      } while (false);

      this.I_pV = this.cursor;
    } while (false);

    this.cursor = v_1;
    v_8 = this.cursor;

    lab13: do {
      golab14: while (true) {
        lab15: do {
          if (!this.inGroup(g_v, 97, 259)) {
            break lab15;
          }

          break golab14;
        } while (false);

        if (this.cursor >= this.limit) {
          break lab13;
        }

        this.cursor++;
      }

      golab16: while (true) {
        lab17: do {
          if (!this.outOfGroup(g_v, 97, 259)) {
            break lab17;
          }

          break golab16;
        } while (false);

        if (this.cursor >= this.limit) {
          break lab13;
        }

        this.cursor++;
      }

      this.I_p1 = this.cursor;

      golab18: while (true) {
        lab19: do {
          if (!this.inGroup(g_v, 97, 259)) {
            break lab19;
          }

          break golab18;
        } while (false);

        if (this.cursor >= this.limit) {
          break lab13;
        }

        this.cursor++;
      }

      golab20: while (true) {
        lab21: do {
          if (!this.outOfGroup(g_v, 97, 259)) {
            break lab21;
          }

          break golab20;
        } while (false);

        if (this.cursor >= this.limit) {
          break lab13;
        }

        this.cursor++;
      }

      this.I_p2 = this.cursor;
    } while (false);

    this.cursor = v_8;
    return true;
  }
  r_postlude() {
    var among_var = undefined;
    var v_1 = undefined;

    replab0: while (true) {
      v_1 = this.cursor;

      lab1: do {
        this.bra = this.cursor;
        among_var = this.findAmong(a_0);

        if (among_var === 0) {
          break lab1;
        }

        this.ket = this.cursor;

        switch (among_var) {
          case 0:
            break lab1;

          case 1:
            this.replaceSlice("i");
            break;

          case 2:
            this.replaceSlice("u");
            break;

          case 3:
            if (this.cursor >= this.limit) {
              break lab1;
            }

            this.cursor++;
            break;
        }

        continue replab0;
      } while (false);

      this.cursor = v_1;
      break replab0;
    }

    return true;
  }
  r_RV() {
    if (!(this.I_pV <= this.cursor)) {
      return false;
    }

    return true;
  }
  r_R1() {
    if (!(this.I_p1 <= this.cursor)) {
      return false;
    }

    return true;
  }
  r_R2() {
    if (!(this.I_p2 <= this.cursor)) {
      return false;
    }

    return true;
  }
  r_step_0() {
    var among_var = undefined;
    var v_1 = undefined;
    this.ket = this.cursor;
    among_var = this.findAmongBefore(a_1);

    if (among_var === 0) {
      return false;
    }

    this.bra = this.cursor;

    if (!this.r_R1()) {
      return false;
    }

    switch (among_var) {
      case 0:
        return false;

      case 1:
        this.removeSlice();
        break;

      case 2:
        this.replaceSlice("a");
        break;

      case 3:
        this.replaceSlice("e");
        break;

      case 4:
        this.replaceSlice("i");
        break;

      case 5:
        {
          v_1 = this.limit - this.cursor;

          lab0: do {
            if (!this.equalsBefore("ab")) {
              break lab0;
            }

            return false;
          } while (false);

          this.cursor = this.limit - v_1;
        }
        this.replaceSlice("i");
        break;

      case 6:
        this.replaceSlice("at");
        break;

      case 7:
        this.replaceSlice("a\u0163i");
        break;
    }

    return true;
  }
  r_combo_suffix() {
    var among_var = undefined;
    var v_1 = undefined;
    v_1 = this.limit - this.cursor;
    this.ket = this.cursor;
    among_var = this.findAmongBefore(a_2);

    if (among_var === 0) {
      return false;
    }

    this.bra = this.cursor;

    if (!this.r_R1()) {
      return false;
    }

    switch (among_var) {
      case 0:
        return false;

      case 1:
        this.replaceSlice("abil");
        break;

      case 2:
        this.replaceSlice("ibil");
        break;

      case 3:
        this.replaceSlice("iv");
        break;

      case 4:
        this.replaceSlice("ic");
        break;

      case 5:
        this.replaceSlice("at");
        break;

      case 6:
        this.replaceSlice("it");
        break;
    }

    this.B_standard_suffix_removed = true;
    this.cursor = this.limit - v_1;
    return true;
  }
  r_standard_suffix() {
    var among_var = undefined;
    var v_1 = undefined;
    this.B_standard_suffix_removed = false;

    replab0: while (true) {
      v_1 = this.limit - this.cursor;

      lab1: do {
        if (!this.r_combo_suffix()) {
          break lab1;
        }

        continue replab0;
      } while (false);

      this.cursor = this.limit - v_1;
      break replab0;
    }

    this.ket = this.cursor;
    among_var = this.findAmongBefore(a_3);

    if (among_var === 0) {
      return false;
    }

    this.bra = this.cursor;

    if (!this.r_R2()) {
      return false;
    }

    switch (among_var) {
      case 0:
        return false;

      case 1:
        this.removeSlice();
        break;

      case 2:
        if (!this.equalsBefore("\u0163")) {
          return false;
        }

        this.bra = this.cursor;
        this.replaceSlice("t");
        break;

      case 3:
        this.replaceSlice("ist");
        break;
    }

    this.B_standard_suffix_removed = true;
    return true;
  }
  r_verb_suffix() {
    var among_var = undefined;
    var v_1 = undefined;
    var v_2 = undefined;
    var v_3 = undefined;
    v_1 = this.limit - this.cursor;

    if (this.cursor < this.I_pV) {
      return false;
    }

    this.cursor = this.I_pV;
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

    switch (among_var) {
      case 0:
        this.limit_backward = v_2;
        return false;

      case 1:
        lab0: do {
          v_3 = this.limit - this.cursor;

          lab1: do {
            if (!this.outOfGroupBefore(g_v, 97, 259)) {
              break lab1;
            }

            break lab0;
          } while (false);

          this.cursor = this.limit - v_3;

          if (!this.equalsBefore("u")) {
            this.limit_backward = v_2;
            return false;
          }
        } while (false);

        this.removeSlice();
        break;

      case 2:
        this.removeSlice();
        break;
    }

    this.limit_backward = v_2;
    return true;
  }
  r_vowel_suffix() {
    var among_var = undefined;
    this.ket = this.cursor;
    among_var = this.findAmongBefore(a_5);

    if (among_var === 0) {
      return false;
    }

    this.bra = this.cursor;

    if (!this.r_RV()) {
      return false;
    }

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
    var v_5 = undefined;
    var v_6 = undefined;
    var v_7 = undefined;
    var v_8 = undefined;
    v_1 = this.cursor;

    lab0: do {
      if (!this.r_prelude()) {
        break lab0;
      }
    } while (false);

    this.cursor = v_1;
    v_2 = this.cursor;

    lab1: do {
      if (!this.r_mark_regions()) {
        break lab1;
      }
    } while (false);

    this.cursor = v_2;
    this.limit_backward = this.cursor;
    this.cursor = this.limit;
    v_3 = this.limit - this.cursor;

    lab2: do {
      if (!this.r_step_0()) {
        break lab2;
      }
    } while (false);

    this.cursor = this.limit - v_3;
    v_4 = this.limit - this.cursor;

    lab3: do {
      if (!this.r_standard_suffix()) {
        break lab3;
      }
    } while (false);

    this.cursor = this.limit - v_4;
    v_5 = this.limit - this.cursor;

    lab4: do {
      lab5: do {
        v_6 = this.limit - this.cursor;

        lab6: do {
          if (!this.B_standard_suffix_removed) {
            break lab6;
          }

          break lab5;
        } while (false);

        this.cursor = this.limit - v_6;

        if (!this.r_verb_suffix()) {
          break lab4;
        }
      } while (false);
    } while (false);

    this.cursor = this.limit - v_5;
    v_7 = this.limit - this.cursor;

    lab7: do {
      if (!this.r_vowel_suffix()) {
        break lab7;
      }
    } while (false);

    this.cursor = this.limit - v_7;
    this.cursor = this.limit_backward;
    v_8 = this.cursor;

    lab8: do {
      if (!this.r_postlude()) {
        break lab8;
      }
    } while (false);

    this.cursor = v_8;
    return true;
  }
}
export const STEMMER: SnowballProgram = new Program();
