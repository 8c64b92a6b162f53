package dev.larder.cluster;

import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.map.IMap;
import dev.larder.cache.spi.CacheKey;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Digest that identifies a request when gateways agree on one of them to make it: HMAC-SHA-256 of its key and credentials, keyed
 * with a secret that all gateways have. Credentials therefore neither leave the gateway nor stay in its tables.
 *
 * <p>The first gateway creates the secret and shares it. Gateways with different secrets, because they started apart, do not
 * collapse requests with one another.
 */
final class FetchClaimDigest {

    private static final String ALGORITHM = "HmacSHA256";
    private static final int LENGTH = 32;

    private final SecretKeySpec secret;

    FetchClaimDigest(byte[] secret) {
        this.secret = new SecretKeySpec(secret, ALGORITHM);
    }

    /** Returns the digest keyed with the secret of the gateways of that name; blocks. */
    static FetchClaimDigest shared(HazelcastInstance hazelcast, String cluster) {
        byte[] mine = new byte[LENGTH];
        new SecureRandom().nextBytes(mine);
        IMap<String, byte[]> secrets = hazelcast.getMap("larder-secrets");
        byte[] known = secrets.putIfAbsent("claims " + cluster, mine);
        return new FetchClaimDigest(known == null ? mine : known);
    }

    /** Returns the digest of a request with this key and these credentials. */
    byte[] of(CacheKey key, String credentials) {
        byte[] encoded = key.encoded();
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(secret);
            mac.update(ByteBuffer.allocate(Integer.BYTES).putInt(0, encoded.length));
            mac.update(encoded);
            return mac.doFinal(credentials.getBytes(StandardCharsets.UTF_8));
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
