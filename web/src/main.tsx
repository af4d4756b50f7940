import { start } from "./start";
import { connectBySocket } from "./transport/websocket";

start(() => ({ connect: connectBySocket, hasServer: true }));
