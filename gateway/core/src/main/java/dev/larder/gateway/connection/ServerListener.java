package dev.larder.gateway.connection;

/**
 * A server socket that receives requests: equal octets at another one mean another request.
 *
 * @param port port of the server
 * @param scheme {@code http} or {@code https}
 */
record ServerListener(int port, String scheme) {}
