package dev.larder.acceptance.writes;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** What a process has asked of its system, in order, as strace writes it down. */
final class SystemCalls {

    private static final Set<String> SYNCS = Set.of("fdatasync", "fsync");
    private static final Pattern CALL = Pattern.compile("(\\d+) +(\\w+)\\((\\d+)(.*)", Pattern.DOTALL);
    private static final Pattern RESUMED = Pattern.compile("(\\d+) +<\\.\\.\\. \\w+ resumed>(.*)", Pattern.DOTALL);
    private static final Pattern RESULT = Pattern.compile("\\) += (-?\\d+)[^\"]*$");

    private final List<Call> calls;

    private SystemCalls(List<Call> calls) {
        this.calls = calls;
    }

    /**
     * One call with a file descriptor.
     *
     * @param octets what is written, in hexadecimal
     * @param began before it there is everything of a smaller number
     * @param ended after it there is everything of a greater number; of a call that has not returned, the greatest
     */
    record Call(String name, int file, String octets, int began, int ended, long result) {

        boolean isSync() {
            return SYNCS.contains(name);
        }

        boolean worked() {
            return result >= 0;
        }
    }

    /** What stands before the command of a process so that it is traced into a file, with more options of strace. */
    static List<String> into(Path file, String... more) {
        return Stream.concat(
                        Stream.of(("strace -D -f --seccomp-bpf -q -xx -s 100000 -e signal=none"
                                        + " -e trace=fdatasync,fsync,pwrite64,write,writev,pwritev,sendto,sendmsg -o "
                                        + file)
                                .split(" ")),
                        Stream.of(more))
                .toList();
    }

    /** Whether this system has strace, and lets it trace. */
    static boolean canBeTraced() throws InterruptedException {
        try {
            return new ProcessBuilder("strace", "-D", "-f", "--seccomp-bpf", "-o", "/dev/null", "true")
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException absent) {
            return false;
        }
    }

    /** The calls in a file. */
    static SystemCalls in(Path file) throws IOException {
        var read = new ArrayList<Call>();
        Map<String, Integer> unfinished = new HashMap<>();
        List<String> lines = Files.readAllLines(file, StandardCharsets.ISO_8859_1);
        for (int number = 0; number < lines.size(); number++) {
            Matcher call = CALL.matcher(lines.get(number));
            Matcher resumed = RESUMED.matcher(lines.get(number));
            if (call.matches()) {
                boolean open = call.group(4).endsWith("<unfinished ...>");
                if (open) {
                    unfinished.put(call.group(1), read.size());
                }
                read.add(new Call(
                        call.group(2),
                        Integer.parseInt(call.group(3)),
                        call.group(4).replace("\\x", ""),
                        number,
                        open ? Integer.MAX_VALUE : number,
                        open ? -1 : result(call.group(4))));
            } else if (resumed.matches() && unfinished.containsKey(resumed.group(1))) {
                int at = unfinished.remove(resumed.group(1));
                Call begun = read.get(at);
                read.set(
                        at,
                        new Call(
                                begun.name(),
                                begun.file(),
                                begun.octets(),
                                begun.began(),
                                number,
                                result(resumed.group(2))));
            }
        }
        return new SystemCalls(read);
    }

    private static long result(String text) {
        Matcher result = RESULT.matcher(text);
        return result.find() ? Long.parseLong(result.group(1)) : -1;
    }

    /** Syncs that did not work. */
    long failedSyncs() {
        return calls.stream().filter(call -> call.isSync() && !call.worked()).count();
    }

    /** How many syncs there were of the files that records with these ids were written to. */
    long syncsOf(Set<UUID> ids) {
        Set<Integer> files = Set.copyOf(ids.stream()
                .flatMap(id -> records(id).map(Call::file))
                .distinct()
                .toList());
        return calls.stream()
                .filter(call -> call.isSync() && files.contains(call.file()))
                .count();
    }

    /**
     * Whether the response that names a write was sent after a sync had returned well that was called after the write's
     * record had been written to that same file.
     */
    boolean isAnsweredAfterItsSync(UUID id) {
        List<Call> responses = responses(id).toList();
        return !responses.isEmpty()
                && responses.stream().allMatch(response -> records(id).anyMatch(record -> isSynced(record, response)));
    }

    private boolean isSynced(Call record, Call response) {
        return calls.stream()
                .anyMatch(sync -> sync.isSync()
                        && sync.worked()
                        && sync.file() == record.file()
                        && record.ended() < sync.began()
                        && sync.ended() < response.began());
    }

    private Stream<Call> records(UUID id) {
        return written(id.toString().replace("-", ""));
    }

    private Stream<Call> responses(UUID id) {
        return written(HexFormat.of().formatHex(id.toString().getBytes(StandardCharsets.US_ASCII)));
    }

    private Stream<Call> written(String octets) {
        return calls.stream().filter(call -> call.octets().contains(octets));
    }
}
