package dev.larder.rpc.wall;

import io.grpc.Status;

/** Why a procedure does not purge. Its name begins the description of the status that the client gets. */
public enum PurgeDenial {
    /** Nobody may by a procedure. */
    PURGE_DISABLED("Purging by this service is not enabled (larder.rpc.purge.enabled)."),
    /** There is no endpoint that could be asked. */
    PURGE_NOT_EXPOSED(
            "The actuator endpoint larder is not exposed (management.endpoints.web.exposure.include, management.server.port)."),
    /** Nobody may by the endpoint. */
    PURGE_READ_ONLY("The actuator endpoint larder may be read only (management.endpoint.larder.access)."),
    /** Who calls has shown nothing by which he could be told from anybody else. */
    PURGE_UNPROVEN(
            "The call has neither credentials (authorization) that the gateway's Spring Security knows nor a client's certificate.");

    private final String sentence;

    PurgeDenial(String sentence) {
        this.sentence = sentence;
    }

    /** The status that says so. */
    public Status status() {
        return Status.PERMISSION_DENIED.withDescription(name() + ": " + sentence);
    }
}
