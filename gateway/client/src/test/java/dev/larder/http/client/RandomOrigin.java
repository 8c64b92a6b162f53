package dev.larder.http.client;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collection;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;

/** An origin that does with each request what its plan says, and reports what the client does wrong. */
final class RandomOrigin implements AutoCloseable {

    private static final byte[] MALFORMED = "HTTP/1.1 2000 OK\r\n\r\n".getBytes(StandardCharsets.ISO_8859_1);
    private static final byte[] SURPLUS =
            "HTTP/1.1 200 OK\r\nX-Number: evil\r\nContent-Length: 0\r\n\r\n".getBytes(StandardCharsets.ISO_8859_1);

    private final ServerSocket server;
    private final long seed;
    private final Collection<String> violations;
    private final Map<Integer, Integer> seen = new ConcurrentHashMap<>();

    RandomOrigin(long seed, Collection<String> violations) throws IOException {
        this.seed = seed;
        this.violations = violations;
        this.server = new ServerSocket(0, 200, InetAddress.getLoopbackAddress());
        start(this::accept);
    }

    OriginAddress address() {
        return new OriginAddress(false, "127.0.0.1", server.getLocalPort());
    }

    private static void start(Runnable work) {
        var thread = new Thread(work);
        thread.setDaemon(true);
        thread.start();
    }

    private void accept() {
        try {
            while (true) {
                Socket socket = server.accept();
                start(() -> serve(socket));
            }
        } catch (IOException closed) {
            // The test is over.
        }
    }

    private void serve(Socket socket) {
        try (socket) {
            socket.setTcpNoDelay(true);
            var in = new DataInputStream(socket.getInputStream());
            boolean again = true;
            while (again) {
                again = answer(socket, in);
            }
        } catch (IOException ended) {
            // The client has closed the connection, as it may at any time.
        }
    }

    private boolean answer(Socket socket, DataInputStream in) throws IOException {
        String head = readHead(in);
        RandomPlan plan =
                RandomPlan.of(seed, Integer.parseInt(head.substring(head.indexOf('/') + 1, head.indexOf(" HTTP"))));
        int times = seen.merge(plan.number(), 1, Integer::sum);
        if (times > (plan.method().equals("POST") ? 1 : 2)) {
            violations.add(plan + " was sent " + times + " times");
        }
        readContent(in, plan);
        if (plan.fault() == RandomPlan.Fault.ENDS_WITHOUT_RESPONSE && times == 1) {
            return false;
        }
        var response = response(plan);
        boolean cut = plan.fault() == RandomPlan.Fault.TRUNCATES || plan.fault() == RandomPlan.Fault.RESETS;
        int length = cut ? response.length - 1 : response.length;
        write(socket, in, Arrays.copyOf(response, length), plan);
        if (plan.fault() == RandomPlan.Fault.RESETS) {
            socket.setSoLinger(true, 0);
        }
        return !cut
                && plan.fault() != RandomPlan.Fault.CLOSES_AFTER
                && (plan.framing() != RandomPlan.Framing.CLOSE || plan.isHead());
    }

    private static String readHead(DataInputStream in) throws IOException {
        var head = new StringBuilder();
        while (head.length() < 4 || !head.substring(head.length() - 4).equals("\r\n\r\n")) {
            head.append((char) in.readUnsignedByte());
        }
        return head.toString();
    }

    private void readContent(DataInputStream in, RandomPlan plan) throws IOException {
        byte[] expected = plan.requestContent();
        byte[] content;
        if (plan.upload() >= 0) {
            content = in.readNBytes(expected.length);
            if (content.length < expected.length) {
                throw new IOException("The client has gone.");
            }
        } else {
            content = readChunks(in);
        }
        if (!plan.method().equals("POST")
                ? content.length > 0 && plan.upload() != -1
                : !Arrays.equals(content, expected)) {
            violations.add(plan + " came with other content");
        }
    }

    private static byte[] readChunks(DataInputStream in) throws IOException {
        var content = new ByteArrayOutputStream();
        int size = Integer.parseInt(readLine(in), 16);
        while (size > 0) {
            var chunk = new byte[size];
            in.readFully(chunk);
            content.writeBytes(chunk);
            readLine(in);
            size = Integer.parseInt(readLine(in), 16);
        }
        readLine(in);
        return content.toByteArray();
    }

    private static String readLine(DataInputStream in) throws IOException {
        var line = new StringBuilder();
        for (int octet = in.readUnsignedByte(); octet != '\n'; octet = in.readUnsignedByte()) {
            line.append((char) octet);
        }
        return line.toString().trim();
    }

    private static byte[] response(RandomPlan plan) {
        var response = new ByteArrayOutputStream();
        if (plan.fault() == RandomPlan.Fault.MALFORMED) {
            response.writeBytes(MALFORMED);
            return response.toByteArray();
        }
        response.writeBytes(plan.head());
        if (!plan.isHead()) {
            byte[] content = plan.responseContent();
            if (plan.framing() == RandomPlan.Framing.CHUNKED) {
                writeChunks(response, content, new Random(plan.seed()));
            } else {
                response.writeBytes(content);
            }
        }
        if (plan.fault() == RandomPlan.Fault.SURPLUS && (plan.isHead() || plan.framing() != RandomPlan.Framing.CLOSE)) {
            response.writeBytes(SURPLUS);
        }
        return response.toByteArray();
    }

    private static void writeChunks(ByteArrayOutputStream response, byte[] content, Random random) {
        int from = 0;
        while (from < content.length) {
            int size = Math.min(content.length - from, 1 + random.nextInt(2_000));
            response.writeBytes((Integer.toHexString(size) + "\r\n").getBytes(StandardCharsets.ISO_8859_1));
            response.write(content, from, size);
            response.writeBytes("\r\n".getBytes(StandardCharsets.ISO_8859_1));
            from += size;
        }
        response.writeBytes("0\r\n\r\n".getBytes(StandardCharsets.ISO_8859_1));
    }

    /** Writes in pieces; surplus octets go with the last octets of the response. */
    private void write(Socket socket, DataInputStream in, byte[] octets, RandomPlan plan) throws IOException {
        var random = new Random(plan.seed());
        int tail = plan.fault() == RandomPlan.Fault.SURPLUS ? SURPLUS.length + 1 : 1;
        int from = 0;
        for (int cuts = random.nextInt(4); cuts > 0 && octets.length - from > tail; cuts--) {
            int size = 1 + random.nextInt(octets.length - from - tail);
            socket.getOutputStream().write(octets, from, size);
            from += size;
        }
        if (in.available() > 0) {
            violations.add(plan + " was answered on a connection that carried another request");
        }
        socket.getOutputStream().write(octets, from, octets.length - from);
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
