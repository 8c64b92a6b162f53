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
public final class Script {

    private enum Framing {
        NONE,
        LENGTH,
        CHUNKED,
        CLOSE
    }

    private final String statusLine;
    private final Fields fields;
    private final List<Step> before = new ArrayList<>();
    private final List<Step> content = new ArrayList<>();
    private final List<Step> after = new ArrayList<>();
    private Framing framing = Framing.LENGTH;
    private Optional<Long> declared = Optional.empty();
    private Optional<Cut> cut = Optional.empty();

    private Script(String statusLine, Fields fields) {
        this.statusLine = statusLine;
        this.fields = fields;
    }

    /** A response with that status and those fields, and a Content-Length once its parts are known. */
    public static Script status(int status, String... fields) {
        Script script = new Script("HTTP/1.1 " + status + " Scripted", Fields.of(fields));
        return status == 204 || status == 304 ? script.framing(Framing.NONE) : script;
    }

    /** A 200 with that content. */
    public static Script ok(String content, String... fields) {
        return status(200, fields).part(content);
    }

    /** Exactly these bytes, one char per byte, to HEAD as well. */
    public static Script raw(String bytes) {
        Script script = new Script("", Fields.NONE).framing(Framing.NONE);
        return script.part(bytes);
    }

    /** Says nothing and ends the connection that way. */
    public static Script hangUp(End end) {
        return raw("").cutAt(0, end);
    }

    /** Hands the connection to the test as soon as the request's head has arrived. */
    public static Script takeOver(Step.Conversation conversation) {
        Script script = raw("");
        script.after.add(new Step.TakeOver(conversation));
        return script;
    }

    /** Appends a part of the content, one char per byte; with chunked framing, a chunk. */
    public Script part(String bytes) {
        return part(Wire.latin1(bytes));
    }

    /** Appends a part of the content; with chunked framing, a chunk. */
    public Script part(byte[] bytes) {
        content.add(new Step.Send(bytes));
        return this;
    }

    /** Appends a part of the content that is made as it goes; with chunked framing, a chunk. */
    public Script part(Octets octets) {
        content.add(new Step.Generate(octets));
        return this;
    }

    /** Frames the content by chunks, one for each part. */
    public Script chunked() {
        return framing(Framing.CHUNKED);
    }

    /** Frames the content by the end of the connection. */
    public Script untilClose() {
        return framing(Framing.CLOSE);
    }

    /** Leaves the framing to the fields given. */
    public Script unframed() {
        return framing(Framing.NONE);
    }

    /** States another Content-Length than the content has. */
    public Script length(long length) {
        declared = Optional.of(length);
        return this;
    }

    /** Sends an interim response before the final one. */
    public Script interim(int status, String... interimFields) {
        String head =
                "HTTP/1.1 " + status + " Interim\r\n" + Fields.of(interimFields).wire() + "\r\n";
        before.add(new Step.Send(Wire.latin1(head)));
        return this;
    }

    /** Waits at the gate before (the next interim response or) the head goes out. */
    public Script before(Gate gate) {
        before.add(new Step.Hold(gate));
        return this;
    }

    /** Lets that time pass before the head goes out. */
    public Script latency(Duration time) {
        before.add(new Step.Delay(time));
        return this;
    }

    /** Waits at the gate before the next part goes out. */
    public Script gate(Gate gate) {
        content.add(new Step.Hold(gate));
        return this;
    }

    /** Sends these bytes behind the whole message; in the same segment unless a gate is given first. */
    public Script surplus(String bytes) {
        after.add(new Step.Send(Wire.latin1(bytes)));
        return this;
    }

    /** Waits at the gate behind the whole message. */
    public Script after(Gate gate) {
        after.add(new Step.Hold(gate));
        return this;
    }

    /** Ends the connection that way behind the whole message. */
    public Script thenEnd(End end) {
        after.add(new Step.Finish(end));
        return this;
    }

    /** Ends the connection that way after so many bytes of the response, its head included. */
    public Script cutAt(long bytes, End end) {
        cut = Optional.of(new Cut(bytes, end));
        return this;
    }

    /** How many bytes the whole answer to a GET has on the wire. */
    public long wireLength() {
        return sizes(steps(false)).sum();
    }

    List<Step> steps(boolean headOnly) {
        List<Step> steps = new ArrayList<>(before);
        if (!statusLine.isEmpty()) {
            String head = statusLine + "\r\n" + fields.and(framingField()).wire() + "\r\n";
            steps.add(new Step.Send(Wire.latin1(head)));
        }
        if (!headOnly || statusLine.isEmpty()) {
            steps.addAll(framing == Framing.CHUNKED ? chunks() : content);
        }
        steps.addAll(after);
        if (framing == Framing.CLOSE) {
            steps.add(new Step.Finish(End.FIN));
        }
        return cut.map(where -> where.apply(steps)).orElse(steps);
    }

    private Script framing(Framing wanted) {
        framing = wanted;
        return this;
    }

    private Fields framingField() {
        return switch (framing) {
            case LENGTH ->
                Fields.of(
                        "Content-Length",
                        Long.toString(declared.orElseGet(() -> sizes(content).sum())));
            case CHUNKED -> Fields.of("Transfer-Encoding", "chunked");
            case NONE, CLOSE -> Fields.NONE;
        };
    }

    private List<Step> chunks() {
        List<Step> steps = new ArrayList<>();
        for (Step step : content) {
            steps.addAll(chunk(step));
        }
        steps.add(new Step.Send(Wire.latin1("0\r\n\r\n")));
        return steps;
    }

    private static List<Step> chunk(Step step) {
        long size = size(step);
        Step.Send head = new Step.Send(Wire.latin1(Long.toHexString(size) + "\r\n"));
        return size == 0 ? List.of(step) : List.of(head, step, new Step.Send(Wire.latin1("\r\n")));
    }

    private static LongStream sizes(List<Step> steps) {
        return steps.stream().mapToLong(Script::size);
    }

    private static long size(Step step) {
        if (step instanceof Step.Generate generate) {
            return generate.octets().length();
        }
        return step instanceof Step.Send send ? send.bytes().length : 0;
    }

    private record Cut(long bytes, End end) {
        List<Step> apply(List<Step> whole) {
            List<Step> steps = new ArrayList<>();
            long left = bytes;
            for (Step step : whole) {
                if (left == 0) {
                    break;
                }
                Step played = size(step) > left ? beginning(step, left) : step;
                steps.add(played);
                left -= size(played);
            }
            steps.add(new Step.Finish(end));
            return steps;
        }

        private static Step beginning(Step step, long length) {
            return step instanceof Step.Send send
                    ? new Step.Send(java.util.Arrays.copyOf(send.bytes(), (int) length))
                    : new Step.Generate(((Step.Generate) step).octets().slice(0, length));
        }
    }
}
