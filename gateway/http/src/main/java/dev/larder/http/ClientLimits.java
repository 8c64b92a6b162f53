package dev.larder.http;

import java.net.InetAddress;
import java.time.Duration;
import java.util.function.Predicate;

/**
 * What clients may take.
 *
 * @param requestHeaderTimeout time in which a request head must arrive
 * @param requestBodyIdleTimeout longest pause between two pieces of request content
 * @param responseWriteTimeout longest time in which a client takes nothing of what waits for it
 * @param connections connections open together
 * @param connectionsOfOne connections open from one address
 * @param backlog octets that wait in memory for clients to read them
 * @param backlogOfOne octets that wait for those at one address, if some of them read nothing
 * @param trusted whether an address is that of a proxy, whose connections are those of all its clients
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
