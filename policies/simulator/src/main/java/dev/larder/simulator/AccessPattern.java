package dev.larder.simulator;

/** The order in which the objects of a generated workload are requested. */
interface AccessPattern {

    /** Returns the object, from 0, of a request; called once for each request, in order from 0. */
    int object(long request);
}
