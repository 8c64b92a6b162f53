package dev.larder.gateway.observe.audit;

import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;

/** Actuator endpoint {@code larderaudit}: what the auditor has found, and what it advises. */
@Endpoint(id = "larderaudit")
public final class AuditEndpoint {

    private final Audits audits;

    /** Reports on these. */
    public AuditEndpoint(Audits audits) {
        this.audits = audits;
    }

    /** Everything found so far. */
    @ReadOperation
    public AuditReport report() {
        return audits.report();
    }
}
