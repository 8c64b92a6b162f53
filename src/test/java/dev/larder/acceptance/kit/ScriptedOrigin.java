package dev.larder.acceptance.kit;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * An HTTP/1.1 origin, on the loopback unless told otherwise, that answers what the test scripts, byte for byte, and records what it was asked.
 * Scripts are registered per path, without the query; anything else gets 404.
 */
public final class ScriptedOrigin implements AutoCloseable {

    /** Decides what to answer. */
    @FunctionalInterface
    public interface Handler {
        /** The answer to that request; an exception is the test's fault and is reported when the origin closes. */
        ResponseScript answer(ReceivedRequest request) throws Exception;
    }

    private record Registered(Handler handler, boolean headOnly) {}

    private final Map<String, Registered> handlers = new ConcurrentHashMap<>();
    private final RequestLog log = new RequestLog();
    private final List<Throwable> faults = java.util.Collections.synchronizedList(new ArrayList<>());
    private final Set<OriginConnection> open = ConcurrentHashMap.newKeySet();
    private final AtomicInteger connections = new AtomicInteger();
    private final ExecutorService threads = Executors.newCachedThreadPool(ScriptedOrigin::daemon);
    private final CountDownLatch stopped = new CountDownLatch(1);
    private final InetAddress address;
    private volatile ClosableServerSocket listener;

    private ScriptedOrigin(InetAddress address) {
        this.address = address;
        listener = listen(0);
    }

    /** Starts an origin on a free port of 127.0.0.1. */
    public static ScriptedOrigin start() {
        return start(InetAddress.getLoopbackAddress());
    }

    /** Starts an origin on a free port of that address. */
    public static ScriptedOrigin start(InetAddress address) {
        return new ScriptedOrigin(address);
    }

    /** Answers requests for that path, each after its content has arrived. */
    public ScriptedOrigin on(String path, Handler handler) {
        handlers.put(path, new Registered(handler, false));
        return this;
    }

    /** Answers requests for that path with one script. */
    public ScriptedOrigin on(String path, ResponseScript script) {
        return on(path, request -> script);
    }

    /** Answers requests for that path with these scripts one after the other, and then with the last. */
    public ScriptedOrigin inTurn(String path, ResponseScript... scripts) {
        AtomicInteger turn = new AtomicInteger();
        return on(path, request -> scripts[Math.min(turn.getAndIncrement(), scripts.length - 1)]);
    }

    /** Answers requests for that path as soon as their head is there, before any content is read. */
    public ScriptedOrigin onHead(String path, Handler handler) {
        handlers.put(path, new Registered(handler, true));
        return this;
    }

    /** Answers whatever has no script of its own. */
    public ScriptedOrigin otherwise(Handler handler) {
        return on("*", handler);
    }

    /** The port it listens on. */
    public int port() {
        return listener.port();
    }

    /** Its URI without a path. */
    public String uri() {
        return "http://" + address.getHostAddress() + ":" + port();
    }

    /** The requests for that path so far, in the order of their arrival. */
    public List<ReceivedRequest> received(String path) {
        return log.matching(path);
    }

    /** All requests so far. */
    public List<ReceivedRequest> received() {
        return log.all();
    }

    /** How many requests for that path have arrived. */
    public int count(String path) {
        return received(path).size();
    }

    /** Waits until so many requests for that path have arrived, and returns them. */
    public List<ReceivedRequest> await(String path, int count) {
        return log.await(path, count);
    }

    /** Forgets the requests so far, for tests that ask for hours. */
    public void forget() {
        log.clear();
    }

    /** How many connections were ever accepted. */
    public int connections() {
        return connections.get();
    }

    /** Stops listening and resets every connection; afterwards nothing is accepted, read or answered. The port stays known. */
    public void down() {
        listener.close();
        open.forEach(connection -> connection.end(TransferEnd.RESET));
    }

    /** Listens on the same port again. */
    public void up() {
        listener = listen(port());
    }

    /** Closes every connection in an orderly way, as an origin does that is tired of idle ones. */
    public void dropConnections() {
        open.forEach(connection -> connection.end(TransferEnd.FIN));
    }

    /** Stops for good; fails if a handler threw or the gateway sent what cannot be read. */
    @Override
    public void close() {
        stopped.countDown();
        down();
        threads.shutdownNow();
        if (!faults.isEmpty()) {
            throw new AssertionError("the origin met " + faults.size() + " faults, the first: ", faults.get(0));
        }
    }

    private void accept(Socket socket) {
        try {
            OriginConnection connection = new OriginConnection(socket, connections.incrementAndGet());
            open.add(connection);
            threads.execute(() -> serve(connection));
        } catch (IOException e) {
            // The gateway went away at once.
            end(socket, TransferEnd.RESET);
        }
    }

    private void serve(OriginConnection connection) {
        try {
            ScriptPlayer player = connection.player(stopped);
            boolean goOn = true;
            while (goOn) {
                goOn = exchange(connection, player);
            }
        } catch (IOException e) {
            // The gateway went away while we wrote: the tests look at what it made of that.
        } catch (Exception e) {
            if (stopped.getCount() > 0 && !connection.closed()) {
                faults.add(e);
            }
        } finally {
            open.remove(connection);
            connection.end(TransferEnd.FIN);
        }
    }

    private boolean exchange(OriginConnection connection, ScriptPlayer player) throws Exception {
        Optional<ReceivedRequest> next = connection.next(log);
        if (next.isEmpty()) {
            return false;
        }
        ReceivedRequest request = next.get();
        Registered registered = registered(request.path());
        if (!registered.headOnly()) {
            connection.drain(request);
        }
        ResponseScript script = registered.handler().answer(request);
        boolean goOn = player.play(script.steps(request.method().equals("HEAD")));
        connection.drain(request);
        return goOn && !request.fields().get("Connection").equalsIgnoreCase("close");
    }

    private Registered registered(String path) {
        Registered otherwise = handlers.getOrDefault("*", new Registered(any -> ResponseScript.status(404), false));
        return handlers.getOrDefault(path, otherwise);
    }

    static void end(Socket socket, TransferEnd end) {
        try {
            if (end == TransferEnd.RESET) {
                socket.setSoLinger(true, 0);
            }
            socket.close();
        } catch (IOException e) {
            // It is closed already, which is all we wanted.
        }
    }

    private ClosableServerSocket listen(int port) {
        try {
            return new ClosableServerSocket(address, port, this::accept, faults::add);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private static Thread daemon(Runnable work) {
        Thread thread = new Thread(work, "scripted-origin");
        thread.setDaemon(true);
        return thread;
    }
}
