package dev.larder.gateway.exchange;

import dev.larder.cache.spi.CacheEntry;
import dev.larder.gateway.exchange.RecordingClient.Ending;
import dev.larder.gateway.store.StoredBodyUtils;
import dev.larder.http.ProblemJson;
import dev.larder.rfc9111.HeaderFields;
import dev.larder.rfc9111.ResponseHead;
import dev.larder.rfc9111.ResponseVariants;
import dev.larder.rfc9111.StoredBody;
import dev.larder.rfc9111.StoredResponse;
import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Checks one {@link ExchangeHistory}: what clients get, what the origin is asked, and what is left at the end. */
final class ExchangeHistoryChecker {

    private static final int MAX_CALLS = 2;
    private static final Pattern PART = Pattern.compile("Content-Range: bytes (\\d+)-(\\d+)/\\d+\r\n\r\n");
    /** Begins the Content-Range of what is known of a whole in slices. */
    private static final String NOTHING = "bytes */";

    /** What is fetched again for those who have got nothing of it. */
    private static final String[] LOST = {"bodies gone", "bodies unreadable", "recordings lost"};

    private static final List<Integer> PROBLEMS = List.of(502, 504);

    private final ExchangeHistory history;
    private final List<String> violations = new ArrayList<>();

    ExchangeHistoryChecker(ExchangeHistory history) {
        this.history = history;
    }

    List<String> violations() {
        return violations;
    }

    void violate(String violation) {
        violations.add(violation);
    }

    /** Records a violation, which is described only then, if the condition does not hold. */
    void expect(boolean condition, Supplier<String> otherwise) {
        if (!condition) {
            violate(otherwise.get());
        }
    }

    /** Called when a request is about to be made. */
    void checkAsking(SimulatedRequest request) {
        List<ScriptedCall> calls = request.calls();
        int repeats = history.figures().of(LOST) + (request.field("Range").contains(",") ? 1 : 0);
        int most = request.isWrite() ? 1 : MAX_CALLS * (1 + repeats + gaps(request));
        request.expect(calls.size() < most, "asks the origin once more");
        request.expect(
                repeats > 0 || calls.stream().allMatch(call -> call.isOver() || call.status() == 304),
                "asks the origin again although it has not responded");
        if (history.settings().calm()) {
            request.expect(
                    history.origin().calls().stream()
                            .allMatch(call -> call.isOver() || call.client().key() != request.key()),
                    "asks the origin although it can join a fetch");
            request.expect(
                    history.schedule().now() < ExchangeHistory.COLLAPSE_TIMEOUT.toNanos(),
                    "waits in vain for a fetch that it has joined");
        }
    }

    /** Returns how many parts of the response the origin may have been asked for. */
    private static int gaps(SimulatedRequest request) {
        return (int) request.calls().stream()
                .filter(call -> call.request().fields().contains("Range"))
                .count();
    }

    /** Called when a client has all octets of a response: where nothing disturbs the store, it finds the response there. */
    void checkStored(SimulatedRequest request) {
        boolean fetched = !request.calls().isEmpty() && !request.hasLostPatience();
        if (history.settings().calm() && fetched) {
            request.expect(
                    history.store().entries().containsKey(ExchangeHistory.key(request.key())),
                    "has a complete response that is not stored yet");
        }
    }

    /** Called when a client has got a response. */
    void checkAnswer(SimulatedRequest request) {
        ResponseHead head = Objects.requireNonNull(request.client().head());
        byte[] octets = request.client().content();
        request.expect(!head.fields().contains(ScriptedOrigin.UNFOUNDED), "gets a 304 that nothing has asked for");
        checkLength(request, head, octets.length);
        if (head.fields().combined("Content-Type").equals(ProblemJson.MEDIA_TYPE)) {
            checkProblem(request, head.status());
        } else if (head.status() == 304) {
            checkNotModified(request, head.fields());
        } else {
            checkContent(request, head, octets);
        }
    }

    private void checkLength(SimulatedRequest request, ResponseHead head, int length) {
        Ending ending = request.client().ending();
        if (request.isHead() || head.status() == 304) {
            request.expect(length == 0, "gets content where none is allowed");
            return;
        }
        Optional<String> announced = head.fields().first("Content-Length");
        if (ending != Ending.BROKEN_OFF && announced.isPresent()) {
            request.expect(
                    announced.get().equals(Integer.toString(length)), () -> "gets " + length + " octets of " + head);
        }
    }

    private void checkProblem(SimulatedRequest request, int status) {
        boolean refused = status == 504 && request.field("Cache-Control").equals("only-if-cached");
        boolean failed = history.origin().calls().stream()
                .filter(call -> call.client().key() == request.key())
                .anyMatch(ScriptedCall::isFailed);
        boolean unreadable = status == 500 && request.client().isUnreadable();
        // A write is not made again to replace a response that cannot be read any more.
        boolean gone = status == 502 && request.isWrite() && history.figures().of(LOST) > 0;
        request.expect(
                unreadable || gone || (PROBLEMS.contains(status) && (refused || failed)),
                () -> "gets the problem " + status);
    }

    private void checkNotModified(SimulatedRequest request, HeaderFields fields) {
        Optional<VersionedContent> tag = fields.first("ETag").map(VersionedContent::of);
        boolean wrong = tag.filter(named -> named.version() == ScriptedOrigin.NO_VERSION)
                .isPresent();
        request.expect(
                wrong
                        ? request.calls().stream()
                                .anyMatch(call -> call.request().fields().contains("If-None-Match"))
                        : tag.isPresent() && tag.get().entityTag().equals(request.field("If-None-Match")),
                () -> "gets a 304 with " + tag);
        if (tag.isPresent() && !wrong) {
            checkVersion(request, tag.get());
        }
    }

    private void checkContent(SimulatedRequest request, ResponseHead head, byte[] octets) {
        Optional<VersionedContent> named = VersionedContent.named(head.fields());
        if (head.status() == 416) {
            request.expect(octets.length == 0, "gets content with a 416");
            return;
        }
        request.expect(named.isPresent(), () -> "gets " + head);
        if (named.isEmpty()) {
            return;
        }
        VersionedContent content = named.get();
        byte[] whole = selected(content.octets(), head, octets);
        boolean complete = request.client().ending() != Ending.BROKEN_OFF;
        boolean same = complete
                ? Arrays.equals(octets, whole)
                : octets.length <= whole.length && Arrays.equals(octets, Arrays.copyOf(whole, octets.length));
        request.expect(same || request.isHead(), () -> "gets other octets than those of " + head);
        request.expect(
                complete || request.client().isUnreadable() || hasFailed(request, head) || isRefused(request, content),
                "gets a response that breaks off without reason");
        checkVersion(request, content);
        request.expect(!history.origin().isVarying() || content.variant() == request.variant(), "gets another variant");
        boolean shared = request.calls().isEmpty() || request.isValidatingInBackground();
        String control = head.fields().combined("Cache-Control");
        request.expect(
                !shared || !(control.contains("private") || control.contains("no-store")),
                () -> "gets the response of another client: " + head);
        if (complete) {
            history.got(request.key(), content.version());
            checkStored(request);
        }
    }

    /**
     * Returns whether the origin has sent something else than the next part of the content, or has forbidden to use what is stored, so that the
     * gateway has not received it.
     */
    private static boolean isRefused(SimulatedRequest request, VersionedContent content) {
        return request.calls().stream()
                .skip(Math.max(0, request.calls().size() - 1))
                .filter(ScriptedCall::isCancelled)
                .filter(last -> last.request().fields().contains("Range"))
                .filter(last -> !last.request().fields().combined("Range").equals(request.field("Range")))
                .anyMatch(last -> last.status() != 206 || !last.isOf(content) || !last.isPermissive());
    }

    /**
     * Returns whether the origin has broken off a response that it gets, perhaps together with another request: the
     * response that another one has fetched is not that of a call of its own, whatever it has called before.
     */
    private boolean hasFailed(SimulatedRequest request, ResponseHead head) {
        List<ScriptedCall> own = request.calls();
        boolean shared = own.isEmpty() || head.fields().combined("Cache-Status").contains("; collapsed");
        return (shared ? history.origin().calls() : own)
                .stream().anyMatch(call -> call.isFailed() && call.client().key() == request.key());
    }

    private void checkVersion(SimulatedRequest request, VersionedContent content) {
        request.expect(content.key() == request.key(), "gets another resource");
        request.expect(
                content.version() >= request.floor(), () -> "gets " + content + " after version " + request.floor());
    }

    /** Returns the octets of a response, which may consist of ranges (RFC 9110 14.6); what is between them is as it came. */
    private static byte[] selected(byte[] whole, ResponseHead head, byte[] came) {
        if (!head.fields().combined("Content-Type").startsWith("multipart/byteranges")) {
            return range(whole, head.fields());
        }
        byte[] result = came.clone();
        Matcher part = PART.matcher(new String(came, StandardCharsets.ISO_8859_1));
        while (part.find()) {
            int first = Integer.parseInt(part.group(1));
            int count = Math.min(Integer.parseInt(part.group(2)) + 1 - first, came.length - part.end());
            System.arraycopy(whole, first, result, part.end(), count);
        }
        return result;
    }

    private static byte[] range(byte[] octets, HeaderFields fields) {
        return fields.first("Content-Range")
                .filter(range -> !range.startsWith(NOTHING))
                .map(range ->
                        range.substring("bytes ".length(), range.indexOf('/')).split("-"))
                .map(range -> Arrays.copyOfRange(octets, Integer.parseInt(range[0]), 1 + Integer.parseInt(range[1])))
                .orElse(octets);
    }

    /** Called when nothing happens any more: only those wait whose origin does not respond, and only for them it is asked. */
    void checkRest() {
        for (SimulatedRequest request : history.requests()) {
            Ending ending = request.client().ending();
            boolean asks = history.origin().calls().stream()
                    .anyMatch(call -> !call.isOver() && call.isNever() && isFor(call, request));
            request.expect(ending != Ending.NONE || asks, "waits for ever");
        }
        for (ScriptedCall call : history.origin().calls()) {
            SimulatedRequest client = call.client();
            boolean awaited = isDrained(call)
                    || client.isInBackground(call)
                    || history.requests().stream()
                            .anyMatch(request -> request.client().ending() == Ending.NONE && isFor(call, request));
            client.expect(call.isOver() || (call.isNever() && awaited), "asks the origin for nobody");
        }
    }

    /** Returns whether a request to the origin is made for a client, or for another one with which it reads along. */
    private static boolean isFor(ScriptedCall call, SimulatedRequest request) {
        boolean readsAlong = request.client().isAnswered() && call.client().key() == request.key();
        return call.client() == request || readsAlong;
    }

    /**
     * Returns whether a response may be drained whose recording was lost or became too large: one that stops when no more is missing
     * than what is worth draining is ended by the limit of pauses only.
     */
    private boolean isDrained(ScriptedCall call) {
        boolean lost = history.figures().of("recordings lost", "recordings abandoned") > 0;
        boolean isLong = call.isEndless() || history.settings().longestContent() > ScriptedCall.ENDLESS;
        return isLong && (lost || history.isShortOfMemory());
    }

    /** Called when all clients have left. */
    void checkAllHaveLeft() {
        for (ScriptedCall call : history.origin().calls()) {
            call.client()
                    .expect(call.isOver() || isDrained(call) || call.client().isInBackground(call), "is not cancelled");
        }
    }

    /** Called when nothing is left to do. */
    void checkEnd() {
        int fetches = history.services().fetches().size();
        if (fetches > 0) {
            violate(fetches + " fetches are left");
        }
        for (ScriptedCall call : history.origin().calls()) {
            call.client().expect(call.isOver(), "has a request that is not over");
        }
        long leaks = history.origin().buffers().stream()
                .filter(buffer -> buffer.refCnt() != 0)
                .count();
        if (leaks > 0) {
            violate(leaks + " buffers are not released");
        }
        history.store().entries().values().forEach(this::checkEntry);
        history.recorders().forEach(this::checkRecorder);
        expect(history.claims().areGivenBack(), () -> "Claims are not given back.");
        for (SimulatedRequest request : history.requests()) {
            if (request.client().ending() == Ending.SENT) {
                checkAnswer(request);
            }
        }
    }

    private void checkRecorder(SimulatedRecorder recorder) {
        expect(recorder.isClosed(), () -> "A recorder is left open.");
        SimulatedBody body = recorder.body();
        expect(body == null || body.isReleased(), () -> "A body is not released exactly once.");
    }

    private static byte[] octets(StoredBody body) {
        if (body instanceof SimulatedBody simulated) {
            return simulated.octets();
        }
        ByteBuf buffer = StoredBodyUtils.of(body);
        byte[] octets = new byte[buffer.readableBytes()];
        buffer.readBytes(octets);
        return octets;
    }

    private void checkEntry(CacheEntry<ResponseVariants> entry) {
        for (StoredResponse stored : entry.value().responses()) {
            VersionedContent content =
                    VersionedContent.named(stored.head().fields()).orElseThrow();
            boolean nothing = stored.head().fields().combined("Content-Range").startsWith(NOTHING);
            if (nothing
                    ? stored.body().length() > 0
                    : !Arrays.equals(
                            octets(stored.body()),
                            range(content.octets(), stored.head().fields()))) {
                violate("stored are other octets than those of " + stored.head());
            }
            if (history.isUsable(entry.stamp()) && content.version() < history.floor(content.key())) {
                violate("usable is " + content + " after version " + history.floor(content.key()));
            }
        }
    }
}
