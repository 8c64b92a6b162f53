package dev.larder.gateway.connection;

/** How early a request that the store can answer is answered; later levels are always right, earlier ones are faster. */
public enum HitLevel {
    /** By the route's own filter, after all others of the route. */
    GATEWAY,
    /** Behind the application's web filters, before a route is looked for. */
    WEB,
    /** As soon as the octets of the request have arrived, before the server has made a request of them. */
    CONNECTION
}
