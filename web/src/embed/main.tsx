/** A board in the articles of others, from the server that has sent it. */

import { connectBySocket } from "../transport/websocket";
import { showBoard } from "./show";

showBoard(connectBySocket);
