package dev.larder.acceptance.cluster;

import java.net.InetAddress;
import java.util.List;

/**
 * Where a member runs.
 *
 * @param prefix the words before its command
 * @param service where clients reach it
 * @param port where clients reach it
 * @param managementPort where operators reach it
 * @param link where other members reach it
 * @param linkPort where other members reach it
 */
record MemberAddresses(
        List<String> prefix, InetAddress service, int port, int managementPort, InetAddress link, int linkPort) {

    /** The address for other members. */
    String peer() {
        return link.getHostAddress() + ":" + linkPort;
    }
}
