/** Keeps the list of the games that wait, wherever one is on the page. */

import { useApp } from "../../state/app";
import { watchDuties } from "../../state/duties";

export default function Duties() {
  watchDuties(useApp());
  return null;
}
