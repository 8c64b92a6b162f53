package dev.larder.gateway.connection;

/** How early a request that the store can answer is answered. Later levels are always correct; earlier ones are faster. */
public enum HitLevel {
    /** In the route's own filter, after all other filters of the route. */
    GATEWAY,
    /** After the application's web filters, before a route is looked up. */
    WEB,
    /** As soon as the octets of the request have arrived, before the server has decoded it. */
    CONNECTION
}
