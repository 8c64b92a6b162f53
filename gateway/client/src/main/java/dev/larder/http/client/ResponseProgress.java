package dev.larder.http.client;

/** How much of the response to one request has arrived. */
enum ResponseProgress {

    /** Nothing: the origin may not have seen the request. */
    AWAITED,

    /** Interim responses, or a part of the head. */
    BEGUN,

    /** The head of the final response. */
    HEAD
}
