package dev.larder.acceptance.differential;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** An origin behind one of the gateways: it reads strictly, answers everything alike and remembers what it was asked. */
final class StrictOrigin implements AutoCloseable {

    /** Field of an answer that tells which request it is for. */
    static final String SERIAL = "X-Serial";

    private static final int MOST = 1 << 20;

    private final ServerSocket listening;
    private final ExecutorService threads = Executors.newCachedThreadPool(StrictOrigin::daemon);
    private final AtomicInteger serials = new AtomicInteger();
    private final Map<Integer, RequestAtOrigin> bySerial = new ConcurrentSkipListMap<>();
    private final Map<Integer, Collection<RequestAtOrigin>> byMark = new ConcurrentHashMap<>();

    private final Queue<String> left = new ConcurrentLinkedQueue<>();

    StrictOrigin() {
        try {
            listening = new ServerSocket(0, 1_024, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        threads.execute(this::accept);
    }

    int port() {
        return listening.getLocalPort();
    }

    /** What belongs to a case, by its mark or by the answers that its client got; it is forgotten here. */
    List<RequestAtOrigin> take(int number, Collection<Integer> answered) {
        Collection<RequestAtOrigin> marked =
                Optional.ofNullable(byMark.remove(number)).orElse(List.of());
        List<RequestAtOrigin> all = Stream.concat(
                        answered.stream().map(bySerial::get).flatMap(Stream::ofNullable), marked.stream())
                .distinct()
                .sorted(Comparator.comparingInt(RequestAtOrigin::serial))
                .toList();
        all.forEach(seen -> bySerial.remove(seen.serial()));
        return all;
    }

    /** A client has left before it had all answers: of the requests in its octets, those without a mark may still arrive. */
    void leave(String octets) {
        left.add(octets);
    }

    /** Whole requests that belong to no case, and were not in the octets of a client that had left. */
    List<RequestAtOrigin> strays() {
        Set<RequestAtOrigin> late =
                byMark.values().stream().flatMap(Collection::stream).collect(Collectors.toSet());
        return bySerial.values().stream()
                .filter(seen -> seen.whole() && !late.contains(seen))
                .filter(seen -> left.stream().noneMatch(seen::isIn))
                .toList();
    }

    @Override
    public void close() {
        try {
            listening.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        threads.shutdownNow();
    }

    private void accept() {
        try {
            while (true) {
                Socket socket = listening.accept();
                socket.setTcpNoDelay(true);
                threads.execute(() -> serve(socket));
            }
        } catch (IOException e) {
            // The witness has been closed.
        }
    }

    private void serve(Socket socket) {
        try (socket) {
            var in = new BufferedInputStream(socket.getInputStream());
            boolean goOn = true;
            while (goOn) {
                goOn = exchange(in, socket);
            }
        } catch (IOException e) {
            // The gateway has gone, which is its right.
        }
    }

    private boolean exchange(InputStream in, Socket socket) throws IOException {
        String head = until(in, "\r\n\r\n");
        if (head.isEmpty()) {
            return false;
        }
        int serial = serials.incrementAndGet();
        Optional<String> content = content(head, in);
        String line = head.substring(0, Math.max(0, head.indexOf("\r\n")));
        boolean good = line.matches("[!-~]+ [!-\u00ff]+ HTTP/1\\.[01]")
                && !head.replace("\r\n", "").matches("(?s).*[\r\n\0].*");
        String start = line.replaceFirst(" HTTP/1\\.[01]$", "");
        RequestAtOrigin seen = new RequestAtOrigin(serial, start, content.orElse(""), good && content.isPresent());
        CaseMarker.in(head)
                .ifPresent(number -> byMark.computeIfAbsent(number, any -> new ConcurrentLinkedQueue<>())
                        .add(seen));
        bySerial.put(serial, seen);
        String answer = "HTTP/1.1 " + (seen.whole() ? "200 OK" : "400 Bad Request")
                + "\r\nCache-Control: no-store\r\nContent-Length: 2\r\n" + SERIAL + ": " + serial + "\r\n\r\n"
                + (line.startsWith("HEAD ") ? "" : "x\n");
        socket.getOutputStream().write(answer.getBytes(StandardCharsets.ISO_8859_1));
        return seen.whole() && !head.toLowerCase(Locale.ROOT).contains("\r\nconnection: close\r\n");
    }

    /** Empty if what says its length cannot be read, or it is not there. */
    private static Optional<String> content(String head, InputStream in) throws IOException {
        List<String> lengths = values(head, "content-length");
        List<String> codings = values(head, "transfer-encoding");
        if (lengths.size() + codings.size() > 1 || head.length() >= MOST) {
            return Optional.empty();
        }
        if (!codings.isEmpty()) {
            return codings.get(0).equalsIgnoreCase("chunked") ? chunks(in) : Optional.empty();
        }
        if (lengths.isEmpty()) {
            return Optional.of("");
        }
        return lengths.get(0).matches("[0-9]{1,6}") ? exactly(in, Integer.parseInt(lengths.get(0))) : Optional.empty();
    }

    private static Optional<String> chunks(InputStream in) throws IOException {
        StringBuilder content = new StringBuilder();
        while (true) {
            String line = until(in, "\r\n");
            if (!line.matches("(?s)[0-9A-Fa-f]{1,6}(;[^\n]*)?\r\n")) {
                return Optional.empty();
            }
            int size = Integer.parseInt(line.split("[;\r]")[0], 16);
            if (size == 0) {
                return trailersEnd(in) ? Optional.of(content.toString()) : Optional.empty();
            }
            Optional<String> chunk = exactly(in, size + 2).filter(text -> text.endsWith("\r\n"));
            if (chunk.isEmpty()) {
                return chunk;
            }
            content.append(chunk.get(), 0, size);
        }
    }

    private static boolean trailersEnd(InputStream in) throws IOException {
        String line = until(in, "\r\n");
        while (line.length() > 2) {
            line = until(in, "\r\n");
        }
        return line.equals("\r\n");
    }

    private static Optional<String> exactly(InputStream in, int length) throws IOException {
        byte[] octets = in.readNBytes(length);
        return octets.length == length
                ? Optional.of(new String(octets, StandardCharsets.ISO_8859_1))
                : Optional.empty();
    }

    /** Everything up to and with the end; less if the connection ends first or there is too much. */
    private static String until(InputStream in, String end) throws IOException {
        var read = new ByteArrayOutputStream();
        int matched = 0;
        for (int next = in.read(); next >= 0 && read.size() < MOST; next = in.read()) {
            read.write(next);
            matched = next == end.charAt(matched) ? matched + 1 : next == end.charAt(0) ? 1 : 0;
            if (matched == end.length()) {
                break;
            }
        }
        return read.toString(StandardCharsets.ISO_8859_1);
    }

    private static List<String> values(String head, String name) {
        return head.lines()
                .skip(1)
                .filter(line -> line.toLowerCase(Locale.ROOT).startsWith(name + ":"))
                .map(line -> line.substring(name.length() + 1).trim())
                .toList();
    }

    private static Thread daemon(Runnable work) {
        Thread thread = new Thread(work, "witness");
        thread.setDaemon(true);
        return thread;
    }
}
