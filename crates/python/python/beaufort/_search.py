"""A search that goes on while other things are done."""

from __future__ import annotations

import threading
import weakref
from collections.abc import AsyncIterator, Callable, Generator, Iterable, Iterator
from types import TracebackType
from typing import Any, Optional, Union

from ._rust import Analysis, Engine, Info, Position, Program, Turn

__all__ = ["Search"]

#: How long the end of the program waits for a search to end, in seconds.
END_S = 5.0
#: The pause in seconds after which the stop is repeated, as long as the search has not ended.
REPEAT_S = 0.05


class _State:
    """What the thread of a search knows. It does not know the `Search`, so that one which is no longer wanted ends."""

    def __init__(self, engine: Union[Engine, Program]) -> None:
        self.engine = engine
        self.changed = threading.Condition()
        self.infos: list[Info] = []
        self.result: Optional[Analysis] = None
        self.error: Optional[BaseException] = None
        self.is_done = False
        self.is_stopped = False
        self.is_ponder_hit = False
        self.is_telling = False
        #: What is called, once, after the next change.
        self.waiting: list[Callable[[], object]] = []

    def run(self, position: Position, settings: dict[str, Any]) -> None:
        try:
            self.result = self.engine.analyse(position, on_info=self.add, **settings)
        except BaseException as error:
            self.error = error
        self.change(lambda: setattr(self, "is_done", True))

    def add(self, info: Info) -> None:
        self.change(lambda: self.infos.append(info))

    def change(self, change: Callable[[], object]) -> None:
        with self.changed:
            change()
            waiting, self.waiting = self.waiting, []
            self.changed.notify_all()
        for wake in waiting:
            try:
                wake()
            except RuntimeError:
                pass  # The event loop has been closed.

    def stop(self) -> None:
        self.is_stopped = True
        self.tell()

    def ponder_hit(self) -> None:
        self.is_ponder_hit = True
        self.tell()

    def tell(self) -> None:
        """Tells the search what was called, and goes on doing so until it ends: a call before it had begun did not reach it."""
        with self.changed:
            self._tell()
            if self.is_telling or self.is_done:
                return
            self.is_telling = True
        threading.Thread(target=self.repeat, name="beaufort search", daemon=True).start()

    def repeat(self) -> None:
        with self.changed:
            while not self.is_done:
                self.changed.wait(REPEAT_S)
                self._tell()

    def _tell(self) -> None:
        if self.is_stopped and not self.is_done:
            self.engine.stop()
        if self.is_ponder_hit and not self.is_done:
            self.engine.ponder_hit()


def _end(state: _State, thread: threading.Thread) -> None:
    """Ends a search that nobody wants any more."""
    state.stop()
    if thread is not threading.current_thread():
        thread.join(END_S)


class Search:
    """A search that runs in a thread of its own. The arguments are those of `Engine.analyse`; in place of an engine a `Program` may search.

    It is a stream of `Info`: `for info in search` and `async for info in search` yield each `Info` from the first one on, and end
    with the search; `await search` returns its result. The search is stopped at the end of a `with` or `async with` block, and
    when it is garbage-collected. An engine or a program runs one search at a time.

    What `analyse` raises is raised by `result`, and at the end of the stream.

    Examples:
        >>> engine = beaufort.Engine("scirocco", hash=1)
        >>> with beaufort.Search(engine, beaufort.Position("scirocco"), infinite=True) as search:
        ...     for info in search:
        ...         if info.depth == 3:
        ...             search.stop()
        >>> search.result().depth >= 3
        True

    With `ponder` it searches on the opponent's time, in the position after the expected turn. When that turn is played,
    `ponder_hit` starts the clock; after any other turn, `stop` the search and begin another.

        >>> engine = beaufort.Engine("orthochess", hash=1)
        >>> position = beaufort.Position("orthochess")
        >>> position.push("e4")
        >>> position.push("e5")  # the expected reply
        >>> with beaufort.Search(engine, position, clock=1.0, ponder=True) as search:
        ...     search.ponder_hit()
        ...     reply = search.result().turn
        >>> position.is_legal(reply)
        True
    """

    def __init__(
        self,
        engine: Union[Engine, Program],
        position: Position,
        *,
        nodes: Optional[int] = None,
        depth: Optional[int] = None,
        time: Optional[float] = None,
        clock: Optional[float] = None,
        increment: Optional[float] = None,
        mate: Optional[int] = None,
        infinite: bool = False,
        ponder: bool = False,
        lines: int = 1,
        turns: Optional[Iterable[Union[str, Turn]]] = None,
    ) -> None:
        limits = {"nodes": nodes, "depth": depth, "time": time, "clock": clock, "increment": increment, "mate": mate}
        settings = {**limits, "infinite": infinite, "ponder": ponder, "lines": lines, "turns": turns}
        self._state = _State(engine)
        # The position may be changed meanwhile.
        arguments = (position.copy(), settings)
        self._thread = threading.Thread(target=self._state.run, args=arguments, name="beaufort search", daemon=True)
        self._thread.start()
        self._end = weakref.finalize(self, _end, self._state, self._thread)

    @property
    def info(self) -> Optional[Info]:
        """The latest `Info`; None before the first."""
        infos = self._state.infos
        return infos[-1] if infos else None

    @property
    def is_done(self) -> bool:
        """Whether the search has ended."""
        return self._state.is_done

    def stop(self) -> None:
        """Stops the search; `result` then returns the result so far."""
        self._state.stop()

    def ponder_hit(self) -> None:
        """Starts the clock of a search with `ponder`, once the opponent has played the expected turn."""
        self._state.ponder_hit()

    def result(self, timeout: Optional[float] = None) -> Analysis:
        """Waits for the end of the search and returns its result.

        Raises TimeoutError if it has not ended after `timeout` seconds.
        """
        state = self._state
        with state.changed:
            if not state.changed.wait_for(lambda: state.is_done, timeout):
                raise TimeoutError(f"the search has not ended after {timeout} s")
        return self._outcome()

    def _outcome(self) -> Analysis:
        if self._state.error is not None:
            raise self._state.error
        assert self._state.result is not None
        return self._state.result

    def __iter__(self) -> Iterator[Info]:
        state, number = self._state, 0
        while True:
            with state.changed:
                state.changed.wait_for(lambda: len(state.infos) > number or state.is_done)
            if number == len(state.infos):
                self._outcome()
                return
            yield state.infos[number]
            number += 1

    async def __aiter__(self) -> AsyncIterator[Info]:
        state, number = self._state, 0
        while True:
            await self._wait(lambda: len(state.infos) > number or state.is_done)
            if number == len(state.infos):
                self._outcome()
                return
            yield state.infos[number]
            number += 1

    def __await__(self) -> Generator[Any, None, Analysis]:
        """Waits for the result without blocking the event loop."""
        yield from self._wait(lambda: self._state.is_done).__await__()
        return self._outcome()

    async def _wait(self, is_enough: Callable[[], bool]) -> None:
        import asyncio  # it takes long to load, and most searches are not asynchronous

        loop = asyncio.get_running_loop()
        while True:
            changed = asyncio.Event()
            with self._state.changed:
                if is_enough():
                    return
                self._state.waiting.append(lambda: loop.call_soon_threadsafe(changed.set))
            await changed.wait()

    def __enter__(self) -> Search:
        return self

    def __exit__(
        self, kind: Optional[type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]
    ) -> None:
        self.stop()
        self._thread.join()

    async def __aenter__(self) -> Search:
        return self

    async def __aexit__(
        self, kind: Optional[type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]
    ) -> None:
        self.stop()
        await self._wait(lambda: self._state.is_done)

    def __repr__(self) -> str:
        info = self.info
        depth = "" if info is None else f" depth {info.depth}"
        return f"<Search{depth}{' done' if self.is_done else ''}>"
