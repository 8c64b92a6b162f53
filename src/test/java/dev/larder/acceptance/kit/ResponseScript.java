package dev.larder.acceptance.kit;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;

/**
 * What the origin answers, byte for byte: nothing is added to what is written here but the framing. Parts of the content
 * and what happens between them (gates, delays) stand in the order in which they were given.
 */
public final class ResponseScript {

    private enum Framing {
        NONE,
        LENGTH,
        CHUNKED,
        CLOSE
    }

    private final String statusLine;
    private final RawFields fields;
    private final List<ScriptStep> before = new ArrayList<>();
    private final List<ScriptStep> content = new ArrayList<>();
    private final List<ScriptStep> after = new ArrayList<>();
    private Framing framing = Framing.LENGTH;
    private Optional<Long> declared = Optional.empty();
    private Optional<Cut> cut = Optional.empty();

    private ResponseScript(String statusLine, RawFields fields) {
        this.statusLine = statusLine;
        this.fields = fields;
    }

    /** A response with that status and those fields, and a Content-Length once its parts are known. */
    public static ResponseScript status(int status, String... fields) {
        ResponseScript script = new ResponseScript("HTTP/1.1 " + status + " Scripted", RawFields.of(fields));
        return status == 204 || status == 304 ? script.framing(Framing.NONE) : script;
    }

    /** A 200 with that content. */
    public static ResponseScript ok(String content, String... fields) {
        return status(200, fields).part(content);
    }

    /** Exactly these bytes, one char per byte, to HEAD as well. */
    public static ResponseScript raw(String bytes) {
        ResponseScript script = new ResponseScript("", RawFields.NONE).framing(Framing.NONE);
        return script.part(bytes);
    }

    /** Says nothing and ends the connection that way. */
    public static ResponseScript hangUp(TransferEnd end) {
        return raw("").cutAt(0, end);
    }

    /** Hands the connection to the test as soon as the request's head has arrived. */
    public static ResponseScript takeOver(ScriptStep.Conversation conversation) {
        ResponseScript script = raw("");
        script.after.add(new ScriptStep.TakeOver(conversation));
        return script;
    }

    /** Appends a part of the content, one char per byte; with chunked framing, a chunk. */
    public ResponseScript part(String bytes) {
        return part(WireReader.latin1(bytes));
    }

    /** Appends a part of the content; with chunked framing, a chunk. */
    public ResponseScript part(byte[] bytes) {
        content.add(new ScriptStep.Send(bytes));
        return this;
    }

    /** Appends a part of the content that is made as it goes; with chunked framing, a chunk. */
    public ResponseScript part(GeneratedContent octets) {
        content.add(new ScriptStep.Generate(octets));
        return this;
    }

    /** Frames the content by chunks, one for each part. */
    public ResponseScript chunked() {
        return framing(Framing.CHUNKED);
    }

    /** Frames the content by the end of the connection. */
    public ResponseScript untilClose() {
        return framing(Framing.CLOSE);
    }

    /** Leaves the framing to the fields given. */
    public ResponseScript unframed() {
        return framing(Framing.NONE);
    }

    /** States another Content-Length than the content has. */
    public ResponseScript length(long length) {
        declared = Optional.of(length);
        return this;
    }

    /** Sends an interim response before the final one. */
    public ResponseScript interim(int status, String... interimFields) {
        String head = "HTTP/1.1 " + status + " Interim\r\n"
                + RawFields.of(interimFields).wire() + "\r\n";
        before.add(new ScriptStep.Send(WireReader.latin1(head)));
        return this;
    }

    /** Waits at the gate before (the next interim response or) the head goes out. */
    public ResponseScript before(OriginLatch gate) {
        before.add(new ScriptStep.Hold(gate::pass));
        return this;
    }

    /** Lets that time pass before the head goes out. */
    public ResponseScript latency(Duration time) {
        before.add(new ScriptStep.Delay(time));
        return this;
    }

    /** Waits at the gate before the next part goes out. */
    public ResponseScript gate(OriginLatch gate) {
        return gate(gate::pass);
    }

    /** Waits until that returns before the next part goes out. */
    public ResponseScript gate(Runnable gate) {
        content.add(new ScriptStep.Hold(gate));
        return this;
    }

    /** Sends these bytes behind the whole message; in the same segment unless a gate is given first. */
    public ResponseScript surplus(String bytes) {
        after.add(new ScriptStep.Send(WireReader.latin1(bytes)));
        return this;
    }

    /** Waits at the gate behind the whole message. */
    public ResponseScript after(OriginLatch gate) {
        after.add(new ScriptStep.Hold(gate::pass));
        return this;
    }

    /** Ends the connection that way behind the whole message. */
    public ResponseScript thenEnd(TransferEnd end) {
        after.add(new ScriptStep.Finish(end));
        return this;
    }

    /** Ends the connection that way after so many bytes of the response, its head included. */
    public ResponseScript cutAt(long bytes, TransferEnd end) {
        cut = Optional.of(new Cut(bytes, end));
        return this;
    }

    /** How many bytes the whole answer to a GET has on the wire. */
    public long wireLength() {
        return sizes(steps(false)).sum();
    }

    List<ScriptStep> steps(boolean headOnly) {
        List<ScriptStep> steps = new ArrayList<>(before);
        if (!statusLine.isEmpty()) {
            String head = statusLine + "\r\n" + fields.and(framingField()).wire() + "\r\n";
            steps.add(new ScriptStep.Send(WireReader.latin1(head)));
        }
        if (!headOnly || statusLine.isEmpty()) {
            steps.addAll(framing == Framing.CHUNKED ? chunks() : content);
        }
        steps.addAll(after);
        if (framing == Framing.CLOSE) {
            steps.add(new ScriptStep.Finish(TransferEnd.FIN));
        }
        return cut.map(where -> where.apply(steps)).orElse(steps);
    }

    private ResponseScript framing(Framing wanted) {
        framing = wanted;
        return this;
    }

    private RawFields framingField() {
        return switch (framing) {
            case LENGTH ->
                RawFields.of(
                        "Content-Length",
                        Long.toString(declared.orElseGet(() -> sizes(content).sum())));
            case CHUNKED -> RawFields.of("Transfer-Encoding", "chunked");
            case NONE, CLOSE -> RawFields.NONE;
        };
    }

    private List<ScriptStep> chunks() {
        List<ScriptStep> steps = new ArrayList<>();
        for (ScriptStep step : content) {
            steps.addAll(chunk(step));
        }
        steps.add(new ScriptStep.Send(WireReader.latin1("0\r\n\r\n")));
        return steps;
    }

    private static List<ScriptStep> chunk(ScriptStep step) {
        long size = size(step);
        ScriptStep.Send head = new ScriptStep.Send(WireReader.latin1(Long.toHexString(size) + "\r\n"));
        return size == 0 ? List.of(step) : List.of(head, step, new ScriptStep.Send(WireReader.latin1("\r\n")));
    }

    private static LongStream sizes(List<ScriptStep> steps) {
        return steps.stream().mapToLong(ResponseScript::size);
    }

    private static long size(ScriptStep step) {
        if (step instanceof ScriptStep.Generate generate) {
            return generate.octets().length();
        }
        return step instanceof ScriptStep.Send send ? send.bytes().length : 0;
    }

    private record Cut(long bytes, TransferEnd end) {
        List<ScriptStep> apply(List<ScriptStep> whole) {
            List<ScriptStep> steps = new ArrayList<>();
            long left = bytes;
            for (ScriptStep step : whole) {
                if (left == 0) {
                    break;
                }
                ScriptStep played = size(step) > left ? beginning(step, left) : step;
                steps.add(played);
                left -= size(played);
            }
            steps.add(new ScriptStep.Finish(end));
            return steps;
        }

        private static ScriptStep beginning(ScriptStep step, long length) {
            return step instanceof ScriptStep.Send send
                    ? new ScriptStep.Send(java.util.Arrays.copyOf(send.bytes(), (int) length))
                    : new ScriptStep.Generate(
                            ((ScriptStep.Generate) step).octets().slice(0, length));
        }
    }
}
