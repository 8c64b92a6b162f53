package dev.larder.rpc.policy;

import io.grpc.Status;

/** The reason why a procedure does not purge. Its name begins the description of the client's status. */
public enum PurgeDenial {
    /** Purging over RPC is disabled. */
    PURGE_DISABLED("Purging by this service is not enabled (larder.rpc.purge.enabled)."),
    /** The endpoint is not exposed. */
    PURGE_NOT_EXPOSED(
            "The actuator endpoint larder is not exposed (management.endpoints.web.exposure.include, management.server.port)."),
    /** The endpoint does not allow purging. */
    PURGE_READ_ONLY("The actuator endpoint larder may be read only (management.endpoint.larder.access)."),
    /** The caller has presented nothing that identifies it. */
    PURGE_UNPROVEN(
            "The call has neither credentials (authorization) that the gateway's Spring Security knows nor a client's certificate.");

    private final String sentence;

    PurgeDenial(String sentence) {
        this.sentence = sentence;
    }

    /** Returns the status for the client. */
    public Status status() {
        return Status.PERMISSION_DENIED.withDescription(name() + ": " + sentence);
    }
}
