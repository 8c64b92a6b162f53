package dev.larder.http;

import java.net.InetAddress;
import java.time.Duration;
import java.util.function.Predicate;

/**
 * The limits of clients.
 *
 * @param requestHeaderTimeout time in which a request head must arrive
 * @param requestBodyIdleTimeout maximum pause between two pieces of request content
 * @param responseWriteTimeout maximum time in which a client reads none of the data waiting for it
 * @param connections maximum open connections
 * @param connectionsOfOne maximum open connections from one address
 * @param backlog maximum octets that wait in memory for clients to read them
 * @param backlogOfOne maximum octets that wait for clients at one address, if some of them do not read
 * @param trusted whether an address is that of a proxy, whose connections belong to all its clients
 */
public record ClientLimits(
        Duration requestHeaderTimeout,
        Duration requestBodyIdleTimeout,
        Duration responseWriteTimeout,
        int connections,
        int connectionsOfOne,
        long backlog,
        long backlogOfOne,
        Predicate<InetAddress> trusted) {}
